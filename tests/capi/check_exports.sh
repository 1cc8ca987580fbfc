#!/bin/sh
# check_exports.sh LIBRARY LIST HEADER: the library shows exactly what the list names, and the
# header declares all of it.
set -eu
shown=$(nm -D --defined-only "$1" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort)
listed=$(sort "$2")
declared=$(grep -o 'fairmon_[a-z_]*(' "$3" | tr -d '(' | sort -u)
if [ "$shown" != "$listed" ]; then
  echo "the library shows something else than $2 lists:"
  echo "$shown"
  exit 1
fi
for name in $listed; do
  echo "$declared" | grep -qx "$name" || { echo "$3 does not declare $name"; exit 1; }
done
