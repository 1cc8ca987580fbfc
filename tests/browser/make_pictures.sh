#!/usr/bin/env bash
# Makes the pictures of README and documentation anew. FAIRMON names the program.
set -euo pipefail
cd "$(dirname "$0")"
exec node pictures.mjs
