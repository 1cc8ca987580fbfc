# summary: run the benchmarks
#
# usage: ./dev bench [FILTER]
#
#   FILTER   only benchmarks whose name matches this regular expression; `ui` alone measures the
#            web interface with a real browser, `dsa` alone the DSA source against the simulator,
#            `evidence` alone what statements about chances cost and promise, `python` alone the
#            Python package, `audit` alone ledgers, reports and explanations, `serve` alone the
#            service under load, `scale` alone shards, Spark and Kafka; these take more options,
#            such as `--markdown FILE` or `--runs N`; `python` and `audit` also `--preset PRESET`
#            first, to measure another build, such as `dev`
#
# Results are also written to build/bench/results/<program>.json; compare two such folders with
# tools/bench_compare.py.

verb_bench() {
  local filter=${1:-.}
  if [ "$filter" = dsa ]; then
    need build
    compile release
    shift
    python3 bench/dsa/run.py --build build/release "$@"
    return
  fi
  if [ "$filter" = python ]; then
    need build python bench
    shift
    local preset=bench
    if [ "${1:-}" = --preset ]; then
      preset=$2
      shift 2
    fi
    compile "$preset" fairmon_shared fairmon_bench_accept
    source tools/dev/python.sh
    python_tools
    python_wheel "$python_venv" "build/$preset/libfairmon.so" build/python/bench ./python
    "$python_venv/bin/pip" install --quiet --no-deps --force-reinstall build/python/bench/*.whl
    "$python_venv/bin/python" bench/python/run.py --build "build/$preset" \
      --wheel build/python/bench/*.whl "$@"
    return
  fi
  if [ "$filter" = evidence ]; then
    need build bench
    compile bench fairmon evidence_figures
    shift
    python3 bench/evidence/run.py --build build/bench --figures build/bench/bench/evidence_figures \
      "$@"
    return
  fi
  if [ "$filter" = audit ]; then
    need build
    shift
    local preset=release
    if [ "${1:-}" = --preset ]; then
      preset=$2
      shift 2
    fi
    compile "$preset" fairmon
    python3 bench/audit/run.py --build "build/$preset" "$@"
    return
  fi
  if [ "$filter" = serve ]; then
    need build
    compile release fairmon
    shift
    python3 -B bench/serve/run.py --build build/release "$@"
    return
  fi
  if [ "$filter" = scale ]; then
    need build clusters python
    compile release fairmon fairmon_shared
    shift
    bench_scale "$@"
    return
  fi
  if [ "$filter" = ui ]; then
    need build browser
    compile release
    shift
    FAIRMON=$PWD/build/release/fairmon node bench/ui/run.mjs "$@"
    return
  fi
  need build bench
  compile bench
  mkdir -p build/bench/results
  local program found=''
  for program in build/bench/bench/*_bench; do
    [ -x "$program" ] || continue
    found=1
    say "$(basename "$program")"
    "$program" --benchmark_filter="$filter" \
      --benchmark_out="build/bench/results/$(basename "$program").json"
  done
  if [ -x bench/run ]; then
    found=1
    bench/run "$filter"
  fi
  [ -n "$found" ] || say "there are no benchmarks yet"
}

# Spark is measured around the optimised library, in the environment that its tests have made.
bench_scale() {
  local venv=build/clusters/spark/venv spark=()
  if [ -x $venv/bin/python ]; then
    source tools/dev/python.sh
    python_venv=$venv
    python_wheel $venv build/release/libfairmon.so build/bench/spark/wheel ./python &&
      $venv/bin/pip install --quiet --no-deps --force-reinstall build/bench/spark/wheel/*.whl ||
      return 1
    spark=(--python "$PWD/$venv/bin/python")
  else
    say "./dev test --only clusters installs Spark, which is left out here"
  fi
  python3 bench/scale/run.py --build build/release "${spark[@]}" "$@"
}
