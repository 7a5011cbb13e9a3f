#!/bin/sh
# Becomes $JANUS_AS_PERSON, a program, as the person of the tests: for who runs them as root.
program=$JANUS_AS_PERSON
unset JANUS_AS_PERSON
exec setpriv --reuid=janus-tests --regid=janus-tests --init-groups "$program" "$@"
