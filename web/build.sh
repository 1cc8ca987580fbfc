#!/usr/bin/env bash
# Builds the page into web/app/dist, from where the C++ build packs it into the program.
# Does nothing if nothing changed since the last time.
set -euo pipefail
cd "$(dirname "$0")"
if [ ! -d node_modules ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --no-audit --no-fund
fi
newer=$(find app packages ../docs/guide package-lock.json -path '*/dist' -prune -o -type f \
  -not -name 'parser*.ts' -newer app/dist/index.html -print -quit 2>/dev/null || echo all)
if [ ! -f app/dist/index.html ] || [ -n "$newer" ]; then
  npm run --silent build
fi
