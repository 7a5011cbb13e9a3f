#!/bin/sh
# Run by dpkg and rpm once the files lie in place.
set -e

# Where no program may make a user namespace, Chromium's sandbox needs its helper to run as root.
if unshare --user true 2>/dev/null; then mode=0755; else mode=4755; fi
chmod "$mode" /opt/Janus/chrome-sandbox

# Ubuntu lets only programs with a profile make one. An AppArmor too old for the profile does not restrict them.
profile=/opt/Janus/resources/apparmor-profile
if apparmor_status --enabled 2>/dev/null && apparmor_parser --skip-kernel-load --skip-cache "$profile" 2>/dev/null; then
  cp "$profile" /etc/apparmor.d/janus
  ischroot 2>/dev/null || apparmor_parser --replace --write-cache /etc/apparmor.d/janus || true
fi
