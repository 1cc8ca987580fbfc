"""Files compiled as one: entries of a catalogue do not meet, other names do and are named."""
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

CMAKE = """
cmake_minimum_required(VERSION 3.25)
project(trial CXX)
set(CMAKE_CXX_STANDARD 20)
set(FAIRMON_JOIN_FILES ON)
include({root}/cmake/JoinedFiles.cmake)
include({root}/cmake/Catalogue.cmake)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${{PROJECT_SOURCE_DIR}}/src/*.cpp)
add_executable(trial ${{sources}})
target_include_directories(trial PRIVATE src)
fairmon_joined_files(trial)
fairmon_catalogue(TARGET trial FOLDER src/entries HEADER entry.hpp TYPE trial::Entry
                  TABLE trial::entries NAMESPACE trial::all)
set_source_files_properties(src/special.cpp PROPERTIES COMPILE_DEFINITIONS WORD="special")
"""
HEADER = """#pragma once
#include <span>
namespace trial {
struct Entry { const char* name; int all; };
std::span<const Entry* const> entries();
const char* special();
}
"""
MAIN = """#include <cstdio>
#include "entry.hpp"
int main() {
  for (auto* entry : trial::entries()) std::printf("%s ", entry->name);
  std::puts(trial::special());
}
"""
SPECIAL = """#include "entry.hpp"
namespace trial { const char* special() { return WORD; } }
"""
# Every entry has a helper of the same name.
ENTRY = """#include "entry.hpp"
namespace trial::all {{
namespace {{ const char* text() {{ return "{name}"; }} }}
extern const Entry {name}{{text(), 1}};
}}
"""
HELPER = "namespace trial { namespace { [[maybe_unused]] int helper() { return 1; } } }\n"


class JoinedFiles(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        (self.folder / "src/entries").mkdir(parents=True)
        (self.folder / "CMakeLists.txt").write_text(CMAKE.format(root=ROOT))
        self.write("entry.hpp", HEADER)
        self.write("main.cpp", MAIN)
        self.write("special.cpp", SPECIAL)
        for name in ("sum", "count"):
            self.write(f"entries/{name}.cpp", ENTRY.format(name=name))

    def tearDown(self):
        self.temporary.cleanup()

    def write(self, name, text):
        (self.folder / "src" / name).write_text(text)

    def run_tool(self, *command):
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True)

    def build(self):
        configured = self.run_tool("cmake", "-G", "Ninja", "-S", ".", "-B", "build")
        self.assertEqual(configured.returncode, 0, configured.stderr)
        return self.run_tool("ninja", "-C", "build")

    def test_entries_may_use_the_same_names(self):
        build = self.build()
        self.assertEqual(build.returncode, 0, build.stdout)
        self.assertEqual(self.run_tool("build/trial").stdout, "count sum special\n")

    def test_joined_files_are_the_same_in_every_checkout(self):
        self.build()
        joined = (self.folder / "build/trial_joined_0.cpp").read_text()
        self.assertIn('#include "main.cpp"', joined)
        self.assertIn('#include "entries/sum.cpp"', joined)
        self.assertNotIn(str(self.folder), joined)
        self.assertNotIn("special.cpp", joined)

    def test_two_helpers_of_one_name_are_both_named(self):
        self.write("first.cpp", HELPER)
        self.write("second.cpp", HELPER)
        build = self.build()
        self.assertNotEqual(build.returncode, 0)
        self.assertIn("first.cpp", build.stdout)
        self.assertIn("second.cpp", build.stdout)


if __name__ == "__main__":
    unittest.main()
