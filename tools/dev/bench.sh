# summary: run the benchmarks
#
# usage: ./dev bench [FILTER]
#
#   FILTER   only benchmarks whose name matches this regular expression; `ui` alone measures the
#            web interface with a real browser, `dsa` alone the DSA source against the simulator,
#            `evidence` alone what statements about chances cost and promise, `python` alone the
#            Python package, `audit` alone ledgers, reports and explanations; these take more
#            options, such as `--markdown FILE` or `--runs N`
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
    compile bench fairmon_shared fairmon_bench_accept
    source tools/dev/python.sh
    python_tools
    python_wheel "$python_venv" build/bench/libfairmon.so build/python/bench ./python
    "$python_venv/bin/pip" install --quiet --no-deps --force-reinstall build/python/bench/*.whl
    shift
    "$python_venv/bin/python" bench/python/run.py --accept build/bench/bench/fairmon_bench_accept \
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
    compile release
    shift
    python3 bench/audit/run.py --build build/release "$@"
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
