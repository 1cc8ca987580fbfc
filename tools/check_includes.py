#!/usr/bin/env python3
"""Every file includes what it takes from the headers that are precompiled, itself or through a
header of the project. The compiler cannot tell, as it sees the precompiled ones everywhere.

usage: check_includes.py
"""
import functools
import re
import sys

import repository

# What gives a header away. Only names that no other header must provide as well.
NAMES = {
    "array": ["array"],
    "cmath": ["sqrt", "isnan", "isinf", "isfinite", "floor", "ceil", "pow", "log", "exp", "fabs"],
    "cstdint": ["int64_t", "uint64_t", "int32_t", "uint32_t", "int16_t", "uint16_t", "int8_t",
                "uint8_t", "uintptr_t"],
    "cstring": ["memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "strerror"],
    "functional": ["function", "reference_wrapper"],
    "limits": ["numeric_limits"],
    "map": ["map", "multimap"],
    "memory": ["unique_ptr", "shared_ptr", "weak_ptr", "make_unique", "make_shared"],
    "optional": ["optional", "nullopt"],
    "span": ["span"],
    "string": ["string", "to_string", "stoi", "stod"],
    "string_view": ["string_view"],
    "unordered_map": ["unordered_map"],
    "variant": ["variant", "monostate", "visit", "holds_alternative", "get_if"],
    "vector": ["vector"],
    "algorithm": ["sort", "stable_sort", "find_if", "any_of", "all_of", "none_of", "transform",
                  "lower_bound", "upper_bound", "count_if", "remove_if", "copy_n", "fill_n"],
}
# Standard headers that bring another one along by their definition.
BRINGS = {"string": {"string_view"}}
INCLUDE = re.compile(r'^#include ([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)
USED = {header: re.compile(r"\bstd::(?:ranges::)?(?:" + "|".join(names) + r")\b")
        for header, names in NAMES.items()}


def includes(text):
    found = INCLUDE.findall(text)
    return ({name for kind, name in found if kind == "<"},
            [name for kind, name in found if kind == '"'])


@functools.cache
def provided(path):
    """The standard headers that a file of the project includes, itself or through others."""
    file = next((base + path for base in ("src/", "include/", "")
                 if (repository.ROOT / (base + path)).is_file()), None)
    if file is None:
        return frozenset()
    outside, own = includes(repository.read(file) or "")
    result = set(outside)
    for name in own + [name for name in outside if name.startswith("fairmon/")]:
        result |= provided(name)
    for name in list(result):
        result |= BRINGS.get(name, set())
    return frozenset(result)


def missing(path):
    code = COMMENT.sub("", repository.read(path) or "")
    there = provided(str(path))
    return [header for header, used in USED.items() if used.search(code) and header not in there]


def main():
    wrong = 0
    for path in repository.files():
        if path.parts[0] in ("src", "include") and path.suffix in (".cpp", ".hpp"):
            for header in missing(path):
                print(f"{path}: uses names of <{header}> without including it")
                wrong += 1
    print(f"{wrong} missing" if wrong else "includes: complete")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
