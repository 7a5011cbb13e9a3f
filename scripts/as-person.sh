#!/bin/sh
# Becomes $JANUS_AS_PERSON, a program, as the person of the tests, or whom JANUS_PICTURES names: for who is root.
program=$JANUS_AS_PERSON person=${JANUS_PICTURES:-janus-tests}
unset JANUS_AS_PERSON JANUS_PICTURES
exec setpriv --reuid="$person" --regid="$person" --init-groups "$program" "$@"
