#include "random/changes.hpp"

#include <algorithm>
#include <array>

namespace fairmon::random_cases {
namespace {

constexpr std::uint32_t kErrorKind = 3;
constexpr std::array<const char*, 4> kKindNames = {"spawn", "value", "close", "error"};

void append(std::vector<Cell>& to, const std::vector<Cell>& from, std::size_t row,
            std::size_t width) {
  const auto begin = from.begin() + static_cast<std::ptrdiff_t>(row * width);
  to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
}

}  // namespace

void Collector::add(const VerdictBatch& batch, SymbolTable& symbols) {
  for (std::uint32_t s = 0; s < batch.streams.size(); ++s) {
    const StreamVerdicts& column = batch.streams[s];
    for (std::size_t row = 0; row < column.num_rows(); ++row) {
      Change change{cycles_ + column.cycle[row],
                    events_ + batch.cycle_events[column.cycle[row]],
                    batch.cycle_times[column.cycle[row]].ns,
                    s,
                    static_cast<std::uint32_t>(column.kind[row]),
                    {}};
      append(change.cells, column.parameters, row, column.cells_per_instance);
      append(change.cells, column.values, row, column.cells_per_value);
      changes_.push_back(std::move(change));
    }
  }
  // An error counts with stream, instance, place and text.
  for (const EvaluationError& error : batch.errors) {
    Change change{cycles_ + error.cycle,
                  events_ + batch.cycle_events[error.cycle],
                  batch.cycle_times[error.cycle].ns,
                  error.stream,
                  kErrorKind,
                  error.parameters};
    change.cells.push_back(error.span.begin);
    change.cells.push_back(error.span.end);
    change.cells.push_back(symbols.intern(error.message));
    changes_.push_back(std::move(change));
  }
  cycles_ += batch.cycle_times.size();
  events_ += batch.num_events;
}

std::vector<Change> Collector::sorted() && {
  std::sort(changes_.begin(), changes_.end());
  return std::move(changes_);
}

std::string first_difference(const std::vector<Change>& a, const std::vector<Change>& b,
                             const Spec& spec) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const auto show = [&](auto at, const auto& all) {
    return at == all.end()
               ? std::string("nothing")
               : "stream " +
                     (at->stream < spec.streams().size() ? spec.streams()[at->stream].name
                                                         : "hidden") +
                     " at " + std::to_string(at->time) + " ns, " + kKindNames[at->kind];
  };
  return "expected " + show(x, a) + ", got " + show(y, b);
}

}  // namespace fairmon::random_cases
