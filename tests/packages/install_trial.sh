#!/bin/sh
# Installs the package in a clean Debian 12 that is made for it and thrown away, runs the service
# there, and removes the package again.
# usage: install_trial.sh PACKAGE.deb
set -eu
package=$(realpath "$1")
here=$(dirname "$(realpath "$0")")

# shellcheck disable=SC2016
exec mmdebstrap --quiet --variant=apt --include=systemd,curl \
  --customize-hook='mkdir -p "$1/trial"' \
  --customize-hook="upload '$package' /trial/fairmon.deb" \
  --customize-hook="sync-in '$here' /trial" \
  --customize-hook='chroot "$1" sh /trial/in_clean_system.sh' \
  bookworm /dev/null
