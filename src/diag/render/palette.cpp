#include "diag/render/palette.hpp"

namespace fairmon::diag {
namespace {

std::string_view code_of(Paint paint) {
  switch (paint) {
    case Paint::Error:
      return "\x1b[1;31m";
    case Paint::Warning:
      return "\x1b[1;33m";
    case Paint::Information:
      return "\x1b[1;36m";
    case Paint::Strong:
      return "\x1b[1m";
    case Paint::Frame:
    case Paint::Explaining:
      return "\x1b[34m";
    case Paint::Added:
      return "\x1b[32m";
    case Paint::Removed:
      return "\x1b[31m";
  }
  return {};
}

}  // namespace

std::string Palette::paint(Paint paint, std::string_view text) const {
  if (!colour_ || text.empty()) {
    return std::string(text);
  }
  return std::string(code_of(paint)) + std::string(text) + "\x1b[0m";
}

Paint Palette::of(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return Paint::Error;
    case Severity::Warning:
      return Paint::Warning;
    case Severity::Information:
      return Paint::Information;
  }
  return Paint::Error;
}

}  // namespace fairmon::diag
