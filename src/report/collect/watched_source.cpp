#include "report/collect/watched_source.hpp"

#include <algorithm>

namespace fairmon::report {

namespace {

bool equal_rows(const EventBatch& batch, const std::vector<bool>& needed, std::size_t a,
                std::size_t b) {
  for (std::size_t input = 0; input < batch.num_inputs(); ++input) {
    const InputColumn& column = batch.column(input);
    const bool same = column.has(a) == column.has(b) && column.cells[a] == column.cells[b];
    if (needed[input] && !same) {
      return false;
    }
  }
  return true;
}

}  // namespace

Result<void> WatchedSource::open(const SourceContext& context) {
  for (const InputSchema::Input& input : context.schema.inputs) {
    needed_.push_back(input.needed);
  }
  facts_.missing.assign(needed_.size(), 0);
  SourceContext watched = context;
  watched.report = [this, report = context.report](const RecordError& record) {
    constexpr std::size_t kShown = 3;
    if (facts_.unreadable.size() < kShown) {
      facts_.unreadable.push_back(record.to_string());
    }
    report(record);
  };
  auto opened = inner_.open(watched);
  return opened && watch_ != nullptr ? watch_->opened(inner_) : opened;
}

Result<ReadStatus> WatchedSource::read(EventBatch& batch) {
  const std::size_t before = batch.num_rows();
  auto status = inner_.read(batch);
  count(batch, before);
  if (watch_ != nullptr && batch.num_rows() > 0) {
    watch_->rows(batch);  // a run fills empty batches
  }
  if (watch_ != nullptr && status && *status == ReadStatus::End) {
    watch_->ended(inner_);
  }
  return status;
}

void WatchedSource::count(const EventBatch& batch, std::size_t first) {
  const std::size_t end = batch.num_rows();
  if (first >= end) {
    return;
  }
  if (facts_.rows == 0) {
    facts_.first = batch.times()[first];
    facts_.times = 1;
  } else {
    facts_.times += batch.times()[first] != facts_.last ? 1 : 0;
  }
  facts_.rows += end - first;
  facts_.last = std::max(facts_.last, batch.times()[end - 1]);
  for (std::size_t input = 0; input < batch.num_inputs(); ++input) {
    const InputColumn& column = batch.column(input);
    for (std::size_t row = first; needed_[input] && row < end; ++row) {
      facts_.missing[input] += column.has(row) ? 0 : 1;
    }
  }
  // Equal rows of one time stand near each other; far ones of a crowded moment are not looked for.
  constexpr std::size_t kNear = 16;
  for (std::size_t row = first + 1; row < end; ++row) {
    facts_.times += batch.times()[row] != batch.times()[row - 1] ? 1 : 0;
    const std::size_t nearest = row - std::min(kNear, row - first);
    for (std::size_t other = row; other-- > nearest;) {
      if (batch.times()[other] != batch.times()[row]) {
        break;
      }
      if (equal_rows(batch, needed_, other, row)) {
        ++facts_.repeated;
        break;
      }
    }
  }
}

DataFacts WatchedSource::facts() const {
  DataFacts facts = facts_;
  facts.progress = inner_.progress();
  return facts;
}

}  // namespace fairmon::report
