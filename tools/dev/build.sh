# summary: build the binary (build/release/fairmon), or another preset
#
# usage: ./dev build [PRESET] [TARGET...]
#
#   PRESET   release (default), dev, clang, asan, tsan, fuzz, coverage, bench
#   TARGET   what Ninja should build; everything if left out

verb_build() {
  local preset=${1:-release}
  [ $# -eq 0 ] || shift
  need build
  case "$preset" in
    release) ;;
    bench) need bench ;;
    dev | clang | asan | tsan | fuzz | coverage) need test ;;
    *) die "there is no preset '$preset'" ;;
  esac
  web_build
  compile "$preset" "$@"
}
