# summary: fuzz for a while
#
# usage: ./dev fuzz [SECONDS] [FUZZER...]
#
#   SECONDS  for each fuzzer; default 60
#   FUZZER   names as in src/**/<name>_fuzz.cpp; all if left out
#
# New inputs are kept in build/fuzz/corpus/<name>. What crashes is saved in build/fuzz/crashes: put
# it into tests/corpus/<name> together with the repair, and every later test run replays it.

verb_fuzz() {
  local seconds=${1:-60}
  [ $# -eq 0 ] || shift
  [[ "$seconds" =~ ^[0-9]+$ ]] || die "'$seconds' is not a number of seconds"
  need build test
  compile fuzz
  fuzz_all build/fuzz "$seconds" "$@"
}

# fuzz_all BUILD SECONDS [FUZZER...]: each of them for that long, one per core at a time.
fuzz_all() {
  local build=$1 seconds=$2 names name failed=0 cores=${FAIRMON_JOBS:-$(nproc)} running=0
  shift 2
  names=("$@")
  if [ ${#names[@]} -eq 0 ]; then
    mapfile -t names < <(fuzzer_names "$build")
  fi
  for name in "${names[@]}"; do
    [ -x "$build/fuzz/$name" ] || die "there is no fuzzer '$name' in $build/fuzz"
  done
  for name in "${names[@]}"; do
    if [ "$running" -ge "$cores" ]; then
      wait -n || failed=1
      running=$((running - 1))
    fi
    fuzz_one "$build" "$seconds" "$name" &
    running=$((running + 1))
  done
  while [ "$running" -gt 0 ]; do
    wait -n || failed=1
    running=$((running - 1))
  done
  return $failed
}

fuzzer_names() {
  local program
  for program in "$1"/fuzz/*_fuzz; do
    [ ! -x "$program" ] || basename "$program"
  done
}

fuzz_one() {
  local build=$1 seconds=$2 name=$3
  local corpus=build/fuzz/corpus/$name seeds=tests/corpus/$name folders
  mkdir -p "$corpus" build/fuzz/crashes
  folders=("$corpus")
  [ ! -d "$seeds" ] || folders+=("$seeds")
  say "$name for $seconds s"
  local options=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
    -artifact_prefix="build/fuzz/crashes/$name-")
  [ ! -f "tests/corpus/$name.dict" ] || options+=(-dict="tests/corpus/$name.dict")
  if ! "$build/fuzz/$name" "${options[@]}" "${folders[@]}" >"$corpus.log" 2>&1; then
    tail -n 40 "$corpus.log"
    echo "$name failed; its input is in build/fuzz/crashes, the whole log is $corpus.log"
    return 1
  fi
  sed -n "s/^stat::number_of_executed_units: */  inputs tried by $name: /p" "$corpus.log"
}
