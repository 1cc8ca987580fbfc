#include "decisions.hpp"

int main(int, char** argv) {
  return limits::decisions(argv[1], [](limits::Reader& in) {
    const std::uint64_t platform = in.text();
    const std::uint64_t language = in.text();
    return limits::Decision{platform, language, in.boolean() ? 1.0 : 0.0};
  });
}
