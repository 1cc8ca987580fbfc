# summary: format the sources
#
# usage: ./dev fmt
#
# clang-format 19 over C++, Biome over web/.

verb_fmt() {
  need lint
  cpp_files | xargs -0 -r clang-format-19 -i
  if [ -f web/package-lock.json ] && [ -f web/biome.json ]; then
    web_install
    (cd web && npx biome format --write .)
  fi
  say "formatted"
}
