#!/bin/sh
# Becomes $JANUS_AS_PERSON, a program, as the user of the tests, or whom JANUS_PICTURES names: for who is root.
program=$JANUS_AS_PERSON user=${JANUS_PICTURES:-janus-tests}
unset JANUS_AS_PERSON JANUS_PICTURES
exec setpriv --reuid="$user" --regid="$user" --init-groups "$program" "$@"
