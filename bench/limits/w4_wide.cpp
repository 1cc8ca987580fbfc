#include "decisions.hpp"

int main(int, char** argv) {
  return limits::decisions(argv[1], [](limits::Reader& in) {
    in.skip();
    const std::uint64_t platform = in.text();
    in.skip();
    in.skip();
    const std::uint64_t language = in.text();
    in.skip();
    in.skip();
    const double score = in.real();
    in.skip();
    in.skip();
    return limits::Decision{platform, language, score};
  });
}
