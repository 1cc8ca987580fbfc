#include "reader.hpp"

int main(int, char** argv) {
  limits::Reader in(argv[1]);
  std::uint64_t events = 0;
  std::uint64_t fired = 0;
  double ratio = 0;
  while (in.more()) {
    in.time();
    const double a = in.real();
    const double b = in.real();
    const double c = in.real();
    const double d = in.real();
    const double e = in.real();
    const double f = in.real();
    ratio = ((a + b) + (c * d - e)) / (f * f + 1.0);
    fired += ratio > 60.0 ? 1U : 0U;
    ++events;
  }
  limits::print("ratio", events, ratio);
  limits::print("trigger_0", fired, 0);
}
