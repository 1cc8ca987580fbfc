# A step need not run again while nothing that decides its result has changed since it passed. What
# that is, tools/step_digest.py says; build/test/<step>.passed keeps it, with the time.

# step_facts NAME: the options for step_digest.py; fails for steps that always run. Compiled tests
# see the sources of web/ only as the page inside their programs.
step_facts() {
  local native='--without web --without tests/browser --without tests/tools'
  case $1 in
    web | lint | tools | docs) ;;
    unit | slow | install | package | examples | python | clusters)
      echo "--build build/dev $native"
      ;;
    asan | fuzz) echo "--build build/asan $native" ;;
    release) echo "--build build/release $native" ;;
    tsan) echo "--build build/tsan $native" ;;
    browser) echo "--build build/dev" ;;
    *) return 1 ;;
  esac
}

step_digest() {
  local facts
  facts=$(step_facts "$1") || return 1
  # shellcheck disable=SC2086
  PYTHONDONTWRITEBYTECODE=1 python3 tools/step_digest.py $facts
}

# perform_step NAME: builds what the step needs, then runs it unless it would find what it found
# before; ends with status 78 and a line that says so if it is left out. A failure ends the shell.
perform_step() {
  local name=$1 stamp=build/test/$1.passed before='' passed='' when=''
  if declare -F "build_$name" >/dev/null; then
    "build_$name"
  fi
  before=$(step_digest "$name") || before=''
  { read -r passed && read -r when; } 2>/dev/null <"$stamp" || true
  if [ -z "$again" ] && [ -n "$before" ] && [ "$passed" = "$before" ]; then
    echo "unchanged since it passed $(time_ago "$when"); --again runs it all the same"
    return 78
  fi
  rm -f "$stamp"
  "step_$name"
  # Somebody may have edited meanwhile: then nobody knows what passed.
  if [ -n "$before" ] && [ "$(step_digest "$name")" = "$before" ]; then
    printf '%s\n' "$before" "$(date +%s)" >"$stamp"
  fi
}

# time_ago SECONDS: for people.
time_ago() {
  local age=$(($(date +%s) - $1))
  if [ "$age" -lt 100 ]; then
    echo "$age s ago"
  elif [ "$age" -lt 6000 ]; then
    echo "$((age / 60)) minutes ago"
  else
    date -d "@$1" '+on %F at %R'
  fi
}
