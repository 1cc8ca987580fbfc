#include "three_windows.hpp"

// Also for the traces with few events and many deadlines.
int main(int, char** argv) {
  return limits::three_windows<double>(argv[1], [](limits::Reader& in) { return in.real(); });
}
