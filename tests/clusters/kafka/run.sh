#!/usr/bin/env bash
# The Kafka plugins against a real broker on this machine, with kcat as the other client.
#
# usage: run.sh [FAIRMON]      FAIRMON_KILLS=20 kills the run more often than 5 times
set -euo pipefail

cd "$(dirname "$0")/../../.."
fairmon=${1:-${FAIRMON:-$PWD/build/dev/fairmon}}
broker=tools/clusters/kafka/broker
folder=$PWD/build/clusters/kafka

for tool in java mvn kcat; do
  command -v "$tool" >/dev/null || {
    echo "$tool is missing; tools/packages/clusters.txt names the packages"
    exit 1
  }
done
rm -rf "$folder"
trap '"$broker" stop "$folder"' EXIT
echo "Kafka from Maven Central, one broker with its data in $folder"
address=$("$broker" start "$folder")
echo "listens on $address"
PYTHONDONTWRITEBYTECODE=1 python3 tests/clusters/kafka/test_kafka.py \
  "$fairmon" "$address" "$folder"
