#!/bin/sh
# Runs inside of a clean Debian, as root: see install_trial.sh.
# shellcheck disable=SC2086
set -eu
unit=/lib/systemd/system/fairmon-watch.service

fail() {
  echo "in_clean_system: $1" >&2
  exit 1
}
step() { echo "-- $1"; }

# wait_for WHAT COMMAND...: until the command succeeds, for a minute.
wait_for() {
  what=$1
  shift
  tries=0
  until "$@" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 600 ] || fail "not so: $what; $(cat /trial/log 2>/dev/null)"
    sleep 0.1
  done
}


step "installing"
export DEBIAN_FRONTEND=noninteractive
apt-get -qq -y install --no-install-recommends /trial/fairmon.deb >/dev/null
dpkg --verify fairmon || fail "files differ from those of the package"
user=$(sed -n 's/^User=//p' "$unit")
# As the user of the unit, without any right of root's.
as_service="setpriv --reuid $user --regid $user --init-groups --no-new-privs --inh-caps=-all
  --bounding-set=-all env -i PATH=/usr/bin:/bin LANG=C.UTF-8"
getent passwd "$user" >/dev/null || fail "there is no user $user"
[ "$(stat -c '%U:%G %a' /etc/fairmon/watch.toml)" = "root:$user 640" ] || fail "the configuration"

step "the unit"
# Other complaints are about units of the system itself; manual pages cannot be shown here.
systemd-analyze verify --man=no "$unit" 2>&1 | grep fairmon && fail "systemd has complaints"

step "without a monitor it says what to do"
$as_service fairmon watch --check /etc/fairmon/watch.toml 2>&1 | grep 'there is no monitor' ||
  fail "an empty configuration is taken"


step "naming a monitor"
cp /trial/configuration/hiring.lola /etc/fairmon/
sed "s/@PORT@/0/" /trial/configuration/watch.toml >/etc/fairmon/watch.toml

receiver=''
if fairmon plugins | grep -q '^  webhook '; then
  step "an output that tells a webhook"
  mkdir /trial/alarm
  perl /trial/receive_alarm.pl /trial/alarm &
  receiver=$!
  wait_for "the receiver starts" test -s /trial/alarm/port
  cat >>/etc/fairmon/watch.toml <<END

[[monitor.hiring.output]]
kind = "webhook"
target = "alarms.spool"
url = "http://127.0.0.1:$(cat /trial/alarm/port)/alarm"
END
fi

step "running ExecStart as $user"
mode=$(sed -n 's/^StateDirectoryMode=//p' "$unit")
install -d -o "$user" -g "$user" -m "$mode" /var/lib/fairmon # as systemd would
start=$(sed -n 's/^ExecStart=//p' "$unit")
before=$(sed -n 's/^ExecStartPre=//p' "$unit")
$as_service $before
$as_service $start 2>/trial/log &
service=$!
trap 'kill $service $receiver 2>/dev/null || true' EXIT
wait_for "the service starts" grep -q 'listening on http' /trial/log
sh /trial/push_trial.sh "$(sed -n 's/.*listening on \(http.*\)/\1/p' /trial/log)"
[ "$(stat -c %U /proc/$service)" = "$user" ] || fail "it does not run as $user"

step "stopping it, and an upgrade"
kill -TERM $service
wait $service || fail "it does not end with 0"
trap - EXIT
if [ -n "$receiver" ]; then
  wait_for "the alarm is told" grep -q 'differ by more than 0.3' /trial/alarm/received
  kill "$receiver"
fi
[ "$(wc -l </var/lib/fairmon/monitors/hiring/epochs/1/verdicts.jsonl)" -eq 1 ] ||
  fail "the verdicts"
apt-get -qq -y install --reinstall /trial/fairmon.deb >/dev/null
grep -q 'monitor.hiring' /etc/fairmon/watch.toml || fail "the configuration was replaced"

step "removing it"
apt-get -qq -y purge fairmon >/dev/null
if [ -e /usr/bin/fairmon ] || [ -e /etc/fairmon/watch.toml ]; then
  fail "something stays"
fi
[ -d /var/lib/fairmon/monitors/hiring/events ] || fail "events were removed"
echo "in_clean_system: installed, ran as $user, removed; events stay"
