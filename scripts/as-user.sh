#!/bin/sh
# For root: executes the program $JANUS_AS_PERSON as the tests' user, or as the user in JANUS_PICTURES.
program=$JANUS_AS_PERSON user=${JANUS_PICTURES:-janus-tests}
unset JANUS_AS_PERSON JANUS_PICTURES
exec setpriv --reuid="$user" --regid="$user" --init-groups "$program" "$@"
