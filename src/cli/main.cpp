#include "cli/program/program.hpp"

int main(int argc, char** argv) { return fairmon::cli::run_program(argc, argv); }
