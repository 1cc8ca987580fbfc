// Texts that nobody holds any more are taken out of the table, so that a session that goes on for
// months does not keep every name it ever saw.

#include <algorithm>

#include "capi/session/session.hpp"

namespace fairmon::capi {

namespace {
/// Below this looking for dead texts is not worth its while.
constexpr std::uint32_t kFewTexts = 1U << 16U;
}  // namespace

/// Only called when nothing that was decoded waits to be applied: then every number that is in use
/// is marked, and what was interned before this moment and is not marked is dead.
void Session::collect_texts() {
  SymbolTable& symbols = *life_->symbols;
  if (!life_->monitor || symbols.num_texts() < std::max(life_->texts_wanted, kFewTexts)) {
    return;
  }
  SymbolMarks alive(symbols.size());
  life_->texts_wanted = SymbolTable::kMissing;  // for good if the engine cannot tell
  if (!life_->monitor->mark_symbols(alive)) {
    return;
  }
  life_->recorder.mark_symbols(alive);
  if (life_->told) {
    life_->told->mark_symbols(alive);
  }
  symbols.begin_epoch();
  symbols.collect(alive, symbols.epoch());
  life_->texts.forget();
  // The work is in proportion to what lives, so that much has to be new before it is done again.
  life_->texts_wanted = 2 * symbols.num_texts();
}

}  // namespace fairmon::capi
