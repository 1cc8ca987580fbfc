#!/bin/sh
# Pushes four decisions to a running service and looks whether they were counted and judged.
# usage: push_trial.sh URL
set -eu
url=$1

fail() {
  echo "push_trial: $1" >&2
  exit 1
}

# expect WHAT TEXT: TEXT stands in the answer.
expect() {
  case "$answer" in
    *"$2"*) ;;
    *) fail "$1: expected $2, got: $answer" ;;
  esac
}

ask() { curl --silent --show-error --max-time 60 "$@"; }

tries=0
until answer=$(ask "$url/readyz" 2>/dev/null) && [ "${answer#*\"ready\"}" != "$answer" ]; do
  tries=$((tries + 1))
  [ "$tries" -lt 600 ] || fail "it does not become ready: ${answer:-no answer}"
  sleep 0.1
done

events=$url/v1/monitors/hiring/events
answer=$(ask "$events" --json '{"time": 1, "gender": "women", "hired": true}')
expect "one event" '"accepted":1'
answer=$(printf 'time,gender,hired\n2,men,true\n3,women,false\n' |
  ask "$events" -H 'Content-Type: text/csv' --data-binary @-)
expect "two rows" '"accepted":2'
answer=$(ask "$events?wait=verdict" --json '{"time": 4, "gender": "men", "hired": true}')
expect "a verdict" '"judged":true'
expect "the alarm" 'rates of the groups differ by more than 0.3: women 0.5 of 2, men 1 of 2'

tries=0
until answer=$(ask "$url/metrics") &&
  [ "${answer#*fairmon_events_total\{monitor=\"hiring\"\} 4}" != "$answer" ]; do
  tries=$((tries + 1))
  [ "$tries" -lt 600 ] || fail "four events are not counted: $answer"
  sleep 0.1
done
expect "the log" 'fairmon_pushed_events_total{monitor="hiring"} 4'
expect "the trigger" 'fairmon_trigger_active{'
echo "push_trial: 4 events are counted, the alarm is there"
