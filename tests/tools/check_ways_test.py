"""What has one way only is found where it is done in another."""
import pathlib
import unittest

import check_ways


def found(line, path="src/server/x.cpp"):
    return list(check_ways.complaints_of(pathlib.PurePosixPath(path), line))


class CheckWays(unittest.TestCase):
    def test_numbers(self):
        for line in ("x = std::stoll(text);", "std::stod (text)", "atoi(text)", "strtol(a, b, 10)"):
            self.assertEqual(len(found(line)), 1, line)
        self.assertEqual(found("parse_number<int>(text);  // not std::stoi(text)"), [])

    def test_threads(self):
        for line in ("std::thread t;", "std::jthread(f)", "std::async(f)"):
            self.assertEqual(len(found(line)), 1, line)
        self.assertEqual(found("std::this_thread::sleep_for(x);"), [])
        self.assertEqual(found("std::thread::hardware_concurrency()"), [])
        self.assertEqual(found("std::thread thread_;", "src/support/thread.hpp"), [])
        self.assertEqual(found("std::thread t;", "src/server/x_test.cpp"), [])


if __name__ == "__main__":
    unittest.main()
