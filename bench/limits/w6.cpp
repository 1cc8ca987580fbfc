#include "three_windows.hpp"

int main(int, char** argv) {
  return limits::three_windows<std::int64_t>(argv[1],
                                             [](limits::Reader& in) { return in.integer(); });
}
