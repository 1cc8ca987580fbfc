# summary: build, monitor the shipped example, show it in the browser
#
# usage: ./dev run [--once] [--example NAME] [options of `fairmon serve`, e.g. --port 9000]
#
#   --once          monitor the example, print the summary and stop
#   --example NAME  a folder of examples/ that has a run.args; default compas

verb_run() {
  local once='' example='' serve_options=()
  while [ $# -gt 0 ]; do
    case "$1" in
      --once) once=1 ;;
      --example)
        [ $# -ge 2 ] || die "--example needs a name"
        example=$2
        shift
        ;;
      *) serve_options+=("$1") ;;
    esac
    shift
  done
  need build
  web_build
  compile release fairmon
  local binary=build/release/fairmon
  [ -x "$binary" ] || die "the build made no $binary"
  example=${example:-$(default_example)}
  local folder=examples/$example args
  [ -f "$folder/run.args" ] || die "there is no example with a run.args at '$folder'"
  mapfile -t args < <(example_args "$folder/run.args")
  say "$binary ${args[*]}"
  # 4 says that a trigger fired, which is what a fairness example is there to show.
  local status=0
  "$binary" "${args[@]}" || status=$?
  [ "$status" -eq 0 ] || [ "$status" -eq 4 ] || exit "$status"
  [ -z "$once" ] || return 0
  serve_example "$binary" "$folder" "${serve_options[@]}"
}

# run.args and serve.args hold one argument per line; `#` starts a comment line.
example_args() { sed -e '/^#/d' -e '/^$/d' "$1"; }

default_example() {
  if [ -f examples/compas/run.args ]; then
    echo compas
    return
  fi
  local found
  found=$(find examples -mindepth 2 -maxdepth 2 -name run.args 2>/dev/null | sort | head -n 1)
  [ -z "$found" ] || basename "$(dirname "$found")"
}

serve_example() {
  local binary=$1 folder=$2 args
  shift 2
  if [ ! -f "$folder/serve.args" ] || ! "$binary" serve --help >/dev/null 2>&1; then
    say "this build has no web interface for the example yet; done"
    return 0
  fi
  mapfile -t args < <(example_args "$folder/serve.args")
  say "$binary ${args[*]} $*"
  exec "$binary" "${args[@]}" "$@"
}
