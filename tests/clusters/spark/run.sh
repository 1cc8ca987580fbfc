#!/usr/bin/env bash
# Tests of fairmon.spark with a real Spark in local mode, around the library of build/dev.
# Downloads Spark (some 430 MB) and a few packages once, into build/clusters/spark.
set -euo pipefail
cd "$(dirname "$0")/../../.."
source tools/dev/common.sh
source tools/dev/python.sh

folder=build/clusters/spark
needs=tests/clusters/spark/requirements.txt
[ -f build/dev/libfairmon.so ] || die "build/dev/libfairmon.so is not there: ./dev build dev"
need python spark
python_venv=$folder/venv
if [ "$(cat $python_venv/.requirements 2>/dev/null)" != "$(python3 --version && cat $needs)" ]; then
  say "installing into $python_venv, from the package index: $(package_list_of $needs)"
  rm -rf $python_venv && mkdir -p $folder && python3 -m venv $python_venv
  $python_venv/bin/pip install --quiet -r $needs
  (python3 --version && cat $needs) >$python_venv/.requirements
fi
python_wheel $python_venv build/dev/libfairmon.so $folder/wheel ./python
$python_venv/bin/pip install --quiet --no-deps --force-reinstall $folder/wheel/*.whl
JAVA_HOME=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")}
export JAVA_HOME
# Workers find the package where it is installed, not where the tests lie.
exec $python_venv/bin/python -m pytest -q -p no:cacheprovider --durations=8 \
  tests/clusters/spark "$@"
