#include <fairmon/c.h>
#include <fairmon/plugin.hpp>

#include "cli/program/program.hpp"

int fairmon_command_line(int argc, char** argv) { return fairmon::cli::run_program(argc, argv); }
