#!/bin/sh
# Run by dpkg and rpm after the files are installed.
set -e

# Without user namespaces, Chromium's sandbox needs its setuid helper.
if unshare --user true 2>/dev/null; then mode=0755; else mode=4755; fi
chmod "$mode" /opt/Janus/chrome-sandbox

# Ubuntu allows user namespaces only with an AppArmor profile. An AppArmor too old for the profile does not restrict them.
profile=/opt/Janus/resources/apparmor-profile
if apparmor_status --enabled 2>/dev/null && apparmor_parser --skip-kernel-load --skip-cache "$profile" 2>/dev/null; then
  cp "$profile" /etc/apparmor.d/janus
  ischroot 2>/dev/null || apparmor_parser --replace --write-cache /etc/apparmor.d/janus || true
fi
