#!/bin/sh
# Run by dpkg and rpm once the files are gone; in an update, of which the first word tells, the next version is there.
case "${1-}" in upgrade | 1) exit 0 ;; esac

profile=/etc/apparmor.d/janus
[ -f "$profile" ] || exit 0
if apparmor_status --enabled 2>/dev/null; then apparmor_parser --remove "$profile" || true; fi
rm -f "$profile"
