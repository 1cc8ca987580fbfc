"""Dropping a file into a catalogue folder registers it; forgetting its entry names the file."""
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

CMAKE = """
cmake_minimum_required(VERSION 3.25)
project(trial CXX)
set(CMAKE_CXX_STANDARD 20)
include({root}/cmake/Catalogue.cmake)
file(GLOB entries CONFIGURE_DEPENDS entries/*.cpp)
add_executable(trial main.cpp ${{entries}})
target_include_directories(trial PRIVATE .)
fairmon_catalogue(TARGET trial FOLDER entries HEADER entry.hpp TYPE trial::Entry
                  TABLE trial::entries NAMESPACE trial::all)
"""
HEADER = """#pragma once
#include <span>
namespace trial { struct Entry { const char* name; }; std::span<const Entry* const> entries(); }
"""
MAIN = """#include <cstdio>
#include "entry.hpp"
int main() { for (auto* entry : trial::entries()) std::puts(entry->name); }
"""
ENTRY = """#include "entry.hpp"
namespace trial::all {{ extern const Entry {name}{{"{name}"}}; }}
"""


class Catalogue(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        (self.folder / "entries").mkdir()
        (self.folder / "CMakeLists.txt").write_text(CMAKE.format(root=ROOT))
        (self.folder / "entry.hpp").write_text(HEADER)
        (self.folder / "main.cpp").write_text(MAIN)
        self.add("sum")
        self.run_tool("cmake", "-G", "Ninja", "-S", ".", "-B", "build")

    def tearDown(self):
        self.temporary.cleanup()

    def add(self, name):
        (self.folder / "entries" / f"{name}.cpp").write_text(ENTRY.format(name=name))

    def run_tool(self, *command):
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True)

    def test_file_is_registration(self):
        self.add("count")
        self.assertEqual(self.run_tool("ninja", "-C", "build").returncode, 0)
        self.assertEqual(self.run_tool("build/trial").stdout.split(), ["count", "sum"])

    def test_forgotten_entry_is_named(self):
        (self.folder / "entries" / "average.cpp").write_text('#include "entry.hpp"\n')
        build = self.run_tool("ninja", "-C", "build")
        self.assertNotEqual(build.returncode, 0)
        self.assertIn("trial::all::average", build.stdout)


if __name__ == "__main__":
    unittest.main()
