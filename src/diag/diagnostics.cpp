#include <fairmon/diagnostic.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace fairmon {
namespace {

bool same_message(const Diagnostic& a, const Diagnostic& b) {
  return a.id == b.id && a.severity == b.severity && a.message == b.message &&
         a.primary_span() == b.primary_span();
}

auto order_of(const Diagnostic& item) {
  const Span place = item.primary_span();
  return std::make_tuple(place.file, place.begin, place.end, item.severity);
}

bool comes_before(const Diagnostic& a, const Diagnostic& b) {
  return std::make_tuple(order_of(a), std::string_view(a.id), std::string_view(a.message)) <
         std::make_tuple(order_of(b), std::string_view(b.id), std::string_view(b.message));
}

}  // namespace

Span Diagnostic::primary_span() const noexcept {
  for (const Label& label : labels) {
    if (label.primary) {
      return label.span;
    }
  }
  return {};
}

void Diagnostics::add(Diagnostic diagnostic) { items_.push_back(std::move(diagnostic)); }

std::uint32_t Diagnostics::add_file(SourceFile file) {
  files_.push_back(std::move(file));
  return static_cast<std::uint32_t>(files_.size() - 1);
}

bool Diagnostics::has_errors() const noexcept { return count(Severity::Error) > 0; }

std::size_t Diagnostics::count(Severity severity) const noexcept {
  return static_cast<std::size_t>(
      std::count_if(items_.begin(), items_.end(),
                    [severity](const Diagnostic& item) { return item.severity == severity; }));
}

void Diagnostics::sort() {
  std::stable_sort(items_.begin(), items_.end(), comes_before);
  items_.erase(std::unique(items_.begin(), items_.end(), same_message), items_.end());
}

}  // namespace fairmon
