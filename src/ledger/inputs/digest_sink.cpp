#include "ledger/inputs/digest_sink.hpp"

#include <utility>

#include "ledger/crypto/libcrypto.hpp"

namespace fairmon::ledger {

Result<void> DigestSink::start() {
  auto loaded = load_crypto();
  return loaded ? hash_->start() : loaded;
}

Result<void> DigestSink::write(const VerdictBatch& batch) {
  if (!batch.input) {
    return {};
  }
  auto files = hash_->at(batch.input->tap_mark);
  if (!files) {
    return std::move(files).error();
  }
  files_ = std::move(*files);
  return {};
}

VerdictSelection DigestSink::selection() const {
  VerdictSelection selection;
  selection.verbosity = Verbosity::Silent;
  return selection;
}

}  // namespace fairmon::ledger
