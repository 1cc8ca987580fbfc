#pragma once

#include <fairmon/diagnostic.hpp>

#include <string>
#include <string_view>

namespace fairmon::diag {

enum class Paint : std::uint8_t {
  Error,
  Warning,
  Information,
  Strong,
  Frame,
  Explaining,
  Added,
  Removed
};

/// Wraps text in terminal colours, or leaves it alone.
class Palette {
 public:
  explicit Palette(bool colour) : colour_(colour) {}

  [[nodiscard]] std::string paint(Paint paint, std::string_view text) const;
  [[nodiscard]] static Paint of(Severity severity);

 private:
  bool colour_;
};

}  // namespace fairmon::diag
