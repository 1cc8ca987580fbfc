// Texts that nobody holds any more are taken out of the run's table.

#include <algorithm>

#include "pipeline/run/run.hpp"

namespace fairmon::pipeline {

namespace {
/// Below this looking for dead texts is not worth its while.
constexpr std::uint32_t kFewTexts = 1 << 16;
}  // namespace

/// `arrived` is the epoch in which the batch just consumed was begun to be read: texts that were
/// interned before it and are not in the state have nowhere else to be once the sinks are done.
Result<void> Run::collect_texts(std::uint32_t arrived) {
  if (!texts_collectable_) {
    return {};
  }
  if (texts_epoch_ == 0) {
    if (symbols_->num_texts() >= std::max(texts_wanted_, kFewTexts)) {
      symbols_->begin_epoch();
      texts_epoch_ = symbols_->epoch();
    }
    return {};
  }
  if (arrived < texts_epoch_) {
    return {};
  }
  if (auto drained = drain(); !drained) {
    return drained;
  }
  SymbolMarks alive(symbols_->size());
  if (waiting_) {
    waiting_->mark_symbols(alive);
  }
  bool known = shards_ ? shards_->mark_symbols(alive) : monitor_->mark_symbols(alive);
  for (SinkRunner& runner : runners_) {
    if (auto drained = runner.drain(); !drained) {
      return drained;
    }
    known = runner.sink().mark_symbols(alive) && known;
  }
  if (known) {
    symbols_->collect(alive, texts_epoch_);
    if (shards_) {
      shards_->forget_texts();
    }
  }
  texts_collectable_ = known;
  texts_epoch_ = 0;
  // The work is in proportion to what lives, so that much has to be new before it is done again.
  texts_wanted_ = 2 * symbols_->num_texts();
  return {};
}

/// Texts whose numbers sinks go on using after a resumption; all of them if one cannot tell.
SymbolMarks Run::texts_of_sinks() {
  SymbolMarks held(symbols_->size());
  bool known = true;
  if (waiting_) {
    waiting_->mark_symbols(held);
  }
  for (SinkRunner& runner : runners_) {
    known = runner.sink().mark_symbols(held) && known;
  }
  for (std::uint32_t symbol = known ? SymbolTable::kMissing : symbols_->next(0);
       symbol != SymbolTable::kMissing; symbol = symbols_->next(symbol + 1)) {
    held.add(symbol);
  }
  return held;
}

}  // namespace fairmon::pipeline
