#include "cli/init/preview.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "support/printable.hpp"
#include "support/utf8.hpp"

namespace fairmon::cli {

namespace {

/// The most frequent values with their counts.
std::string values_text(const intake::Column& column) {
  constexpr std::size_t kShown = 4;
  if (column.many_values && intake::is_number(column)) {
    return fmt::format("{:g} to {:g}", column.smallest, column.largest);
  }
  std::vector<std::size_t> order(column.values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
    return column.counts[one] > column.counts[other];
  });
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, order.size()); ++i) {
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ",
                        support::printable(column.values[order[i]]), column.counts[order[i]]);
  }
  return order.size() > kShown || column.many_values ? text + ", …" : text;
}

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t length = support::count_code_points(text);
  return text + std::string(length < width ? width - length : 0, ' ');
}

}  // namespace

std::string preview_text(const intake::Sample& sample, const std::string& data) {
  std::size_t width = 0;
  for (const intake::Column& column : sample.columns) {
    width = std::max(width, support::count_code_points(support::printable(column.name)));
  }
  std::string text =
      fmt::format("{}: {}{} rows, {} columns\n\n", support::printable(data),
                  sample.complete ? "" : "the first ", sample.num_rows, sample.columns.size());
  for (const intake::Column& column : sample.columns) {
    const std::size_t missing = column.num_blank + column.num_unknown;
    text +=
        fmt::format("{:>4}  {}  {:<8}{}{}\n", column.number,
                    padded(support::printable(column.name), width), intake::kind_name(column.kind),
                    missing > 0 ? fmt::format("{} missing; ", missing) : "", values_text(column));
  }
  return text;
}

}  // namespace fairmon::cli
