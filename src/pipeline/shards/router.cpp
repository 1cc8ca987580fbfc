#include "pipeline/shards/router.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace fairmon::pipeline {

namespace {

std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t state = 0xcbf29ce484222325U;
  for (const char c : bytes) {
    state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  state = (state ^ (state >> 33U)) * 0xff51afd7ed558ccdU;
  return state ^ (state >> 33U);
}

std::uint64_t hash_of(std::uint64_t number) {
  char bytes[8];
  for (unsigned i = 0; i < 8; ++i) {
    bytes[i] = static_cast<char>((number >> (8 * i)) & 0xffU);
  }
  return hash_of(std::string_view(bytes, 8));
}

/// Numbers that count as equal get one form.
Cell canonical(double number) {
  if (number == 0.0) {
    return 0;
  }
  return std::bit_cast<Cell>(std::isnan(number) ? std::numeric_limits<double>::quiet_NaN()
                                                : number);
}

}  // namespace

Result<Router> Router::make(const ShardKey& key, std::uint32_t num_groups,
                            const MonitorOptions& options) {
  Router router(key.type, num_groups, options.symbols);
  if (key.input) {
    router.input_ = *key.input;
    return router;
  }
  MonitorOptions own = options;
  own.observe_all = false;
  own.observed = {static_cast<std::uint32_t>(key.program->num_inputs())};
  own.on_error = ErrorPolicy::Report;  // the part itself tells of failures
  own.record_lifecycle = false;
  auto keys = Monitor::create(*key.program, std::move(own));
  if (!keys) {
    return std::move(keys).error();
  }
  router.keys_.emplace(std::move(*keys));
  return router;
}

std::uint32_t Router::group_of(Cell cell) {
  switch (type_.kind()) {
    case TypeKind::String:
    case TypeKind::Bytes: {
      const auto symbol = static_cast<std::uint32_t>(cell);
      if (symbol >= by_text_.size()) {
        by_text_.resize(std::size_t{symbol} + 1, 0);
      }
      if (by_text_[symbol] == 0) {
        by_text_[symbol] =
            1 + static_cast<std::uint32_t>(hash_of(symbols_->text(symbol)) % num_groups_);
      }
      return by_text_[symbol] - 1;
    }
    case TypeKind::Float:
    case TypeKind::Prob:
      cell = canonical(cell_double(cell));
      break;
    case TypeKind::Bool:
    case TypeKind::Int:
    case TypeKind::UInt:
    case TypeKind::Time:
    case TypeKind::Duration:
    case TypeKind::Fixed:
    case TypeKind::UFixed:
    case TypeKind::Optional:
    case TypeKind::Tuple:
    case TypeKind::Unknown:
      break;
  }
  return static_cast<std::uint32_t>(hash_of(std::uint64_t{cell}) % num_groups_);
}

Result<void> Router::route(const EventBatch& events, RowRange rows,
                           std::vector<std::uint32_t>& groups) {
  groups.assign(rows.end - rows.begin, 0);
  if (num_groups_ == 1) {
    return {};
  }
  if (!keys_) {
    const InputColumn& column = events.column(input_);
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      if (column.has(row)) {
        groups[row - rows.begin] = group_of(column.cells[row]);
      }
    }
    return {};
  }
  values_.clear();
  if (auto done = keys_->accept(events, rows, values_); !done) {
    return done;
  }
  const StreamVerdicts& found = values_.streams[keys_->spec().num_inputs()];
  for (std::size_t i = 0; i < found.num_rows(); ++i) {
    groups[values_.cycle_events[found.cycle[i]] - 1] = group_of(found.values[i]);
  }
  return {};
}

}  // namespace fairmon::pipeline
