# summary: everything that must pass
#
# usage: ./dev test [--fast] [--again] [--peers] [--release] [--only STEP]... [--skip STEP]...
#                   [--list]
#
#   --again       also run steps that passed before and would find nothing else now
#   --fast        compile with g++ and run the tests, nothing else
#   --peers       also compare with other tools, which are installed first
#   --release     also run the suites and the tests of the program on the optimised build
#   --only STEP   just this step; may be repeated
#   --skip STEP   all but this step; may be repeated
#   --list        name the steps
#
# A step that passed is left out, and the output says so, until anything changes that decides its
# result: a file of the repository (committed or not), its programs, a tool or package, a variable
# of the environment.
#
# Each step writes build/test/<step>.log. Two builds carry most steps: `dev` (g++) and `asan`
# (clang with the sanitizers, warnings and fuzzers).

source tools/dev/fuzz.sh
source tools/dev/lint.sh
source tools/dev/docs.sh
source tools/dev/python.sh
source tools/dev/package.sh
source tools/dev/steps.sh
source tools/dev/unchanged.sh

# web comes first: the programs hold its page, and would be built again after it.
all_steps=(packages audit web lint tools unit slow python asan fuzz tsan browser docs install
  package examples clusters)
peer_steps=(peers toolkits)
more_steps=(release)

verb_test() {
  again=''
  local only=() skip=() steps=("${all_steps[@]}")
  while [ $# -gt 0 ]; do
    case "$1" in
      --fast) only+=(unit) ;;
      --again) again=1 ;;
      --peers) steps+=("${peer_steps[@]}") ;;
      --release) steps+=(release) ;;
      --only | --skip)
        [ $# -ge 2 ] || die "$1 needs the name of a step"
        declare -F "step_$2" >/dev/null || die "there is no step '$2'; ./dev test --list"
        [ "$1" = --only ] && only+=("$2") || skip+=("$2")
        shift
        ;;
      --list)
        printf '%s\n' "${all_steps[@]}" "${peer_steps[@]}" "${more_steps[@]}"
        return
        ;;
      *) die "./dev test does not know '$1'" ;;
    esac
    shift
  done
  [ ${#only[@]} -eq 0 ] || steps=("${only[@]}")
  mkdir -p build/test
  local step
  for step in "${steps[@]}"; do
    case " ${skip[*]} " in
      *" $step "*) ;;
      *) run_step "$step" ;;
    esac
  done
  closing_table
}

names=() results=() seconds=()

# run_step NAME: a step is a function step_NAME. Two statuses have a meaning, and the last line says
# why: 77 there is nothing to test yet, 78 nothing has changed since it passed.
run_step() {
  local name=$1 log=build/test/$1.log status=0 started=$SECONDS
  printf '%s' "${bold}==>${plain} $name "
  (perform_step "$name") >"$log" 2>&1 </dev/null &
  show_progress $! "$log"
  wait $! || status=$?
  names+=("$name")
  seconds+=($((SECONDS - started)))
  case $status in
    0)
      results+=(passed)
      echo "${green}passed${plain} (${seconds[-1]} s)"
      ;;
    77)
      results+=(skipped)
      echo "skipped: $(tail -n 1 "$log")"
      ;;
    78)
      results+=(unchanged)
      tail -n 1 "$log"
      ;;
    *)
      results+=(failed)
      echo "${red}failed${plain} (${seconds[-1]} s)"
      tail -n 40 "$log" | sed 's/^/    /'
      echo "    the whole log: $log"
      echo "    only this step: ./dev test --only $name"
      ;;
  esac
}

# On a terminal, shows the newest line of the log until the process ends.
show_progress() {
  [ -t 1 ] || return 0
  local width
  width=$(($(tput cols 2>/dev/null || echo 80) - ${#name} - 6))
  while kill -0 "$1" 2>/dev/null; do
    printf '\r%s %s\e[K' "${bold}==>${plain} $name" \
      "$dim$(tail -c 400 "$2" | tr '\r' '\n' | tail -n 1 | tr -d '\e' | cut -c "1-$width")$plain"
    sleep 0.5
  done
  printf '\r%s \e[K' "${bold}==>${plain} $name"
}

skip() {
  echo "$*"
  exit 77
}

closing_table() {
  local i passed=0 failed=0 unchanged=0
  echo
  for i in "${!names[@]}"; do
    printf '  %-10s %-9s %5d s\n' "${names[$i]}" "${results[$i]}" "${seconds[$i]}"
    case ${results[$i]} in
      passed) passed=$((passed + 1)) ;;
      failed) failed=$((failed + 1)) ;;
      unchanged) unchanged=$((unchanged + 1)) ;;
    esac
  done
  printf '  %-10s %-9s %5d s\n\n' total '' "$SECONDS"
  [ $unchanged -eq 0 ] ||
    echo "$unchanged unchanged since they passed; --again runs them all the same"
  echo "$passed passed, $unchanged unchanged, $failed failed"
  [ "$failed" -eq 0 ]
}
