#!/bin/sh
# run_rust.sh FOLDER: compiles the program in Rust against FOLDER/libfairmon.so and runs it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rustc --edition 2021 -D warnings "$here/watch.rs" -L "$1" -l fairmon -o "$work/watch" \
  -C link-arg=-Wl,-rpath,"$1"
"$work/watch"
