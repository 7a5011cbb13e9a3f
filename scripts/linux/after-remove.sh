#!/bin/sh
# Run by dpkg and rpm after the files are removed; in an update (see the first argument) the next version is installed.
case "${1-}" in upgrade | 1) exit 0 ;; esac

profile=/etc/apparmor.d/janus
[ -f "$profile" ] || exit 0
if apparmor_status --enabled 2>/dev/null; then apparmor_parser --remove "$profile" || true; fi
rm -f "$profile"
