# summary: build the documentation site
#
# usage: ./dev docs [--serve]
#
# Writes build/site; a broken link is an error. --serve shows it on http://127.0.0.1:8000 and
# rebuilds while you write.

verb_docs() {
  need docs
  if [ "${1:-}" = --serve ]; then
    exec mkdocs serve --strict
  fi
  docs_build
  say "the site is build/site/index.html"
}

docs_build() {
  python3 tools/check_links.py || return 1
  mkdocs build --quiet --strict --clean --site-dir build/site
}
