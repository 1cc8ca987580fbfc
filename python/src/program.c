/* The program `fairmon` of the wheel; all of it lies in libfairmon.so beside it. */
#include <fairmon/c.h>

int main(int argc, char** argv) { return fairmon_command_line(argc, argv); }
