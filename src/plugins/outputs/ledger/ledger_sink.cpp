#include "plugins/outputs/ledger/ledger_sink.hpp"

#include <utility>

#include "ledger/crypto/libcrypto.hpp"
#include "ledger/json/canonical.hpp"
#include "plugins/writing/output_options.hpp"
#include "support/packing.hpp"

namespace fairmon::plugins::ledger_output {

VerdictSelection ledger_selection(const OptionValues& values) {
  VerdictSelection selection = read_common_output(values).selection;
  selection.episodes = true;
  // Trials and hits are told beside values, which firings alone do not have.
  selection.plotted = selection.verbosity >= Verbosity::Public;
  selection.evidence = selection.plotted;
  return selection;
}

LedgerSink::LedgerSink(LedgerSettings settings) : settings_(std::move(settings)) {}

Result<void> LedgerSink::start() {
  auto started = program_.start();
  return started ? hash_->start() : started;
}

Result<void> LedgerSink::make_chain(const SinkContext& context) {
  ledger::ChainSettings chain;
  chain.file = settings_.file;
  chain.lines_per_piece = settings_.rotate;
  chain.sign_every = settings_.sign_every;
  if (!settings_.key_file.empty()) {
    auto key = ledger::SigningKey::read(settings_.key_file);
    if (!key) {
      return std::move(key).error();
    }
    chain.key = std::move(*key);
  }
  if (!settings_.witness.empty()) {
    witness_ = std::make_unique<Witness>(settings_.witness, settings_.file);
    if (auto started = witness_->start(context.warn); !started) {
      return started;
    }
    chain.witness = [this](const ledger::Head& head) { witness_->show(head); };
  }
  chain_.emplace(std::move(chain));
  return {};
}

Result<void> LedgerSink::open(const Spec& spec, const SinkContext& context) {
  if (auto made = make_chain(context); !made) {
    return made;
  }
  bodies_.emplace(spec, context);
  asked_ = options_text(context);
  if (context.resumed) {
    return {};  // a ledger that goes on is found by `rewind`
  }
  if (auto created = chain_->create(); !created) {
    return created;
  }
  writing_ = true;
  first_ = open_body(spec, context, asked_, chain_->public_key());
  return {};
}

Result<void> LedgerSink::begin() {
  if (!first_) {
    return {};
  }
  const std::string first = with_program(*std::exchange(first_, std::nullopt), program_.text());
  return chain_->append("open", first);
}

Result<void> LedgerSink::append(std::string_view kind, std::string_view body) {
  auto begun = begin();
  return begun ? chain_->append(kind, body) : begun;
}

Result<void> LedgerSink::write(const VerdictBatch& batch) {
  auto written = bodies_->each(batch, [&](const std::string& body) {
    ++num_verdicts_;
    return append("verdict", body);
  });
  return written && batch.input ? write_input(*batch.input) : written;
}

Result<void> LedgerSink::write_input(const InputMark& mark) {
  const auto files = hash_->at(mark.tap_mark);
  if (!files) {
    return files.error();
  }
  std::string body = "{\"bad\":" + std::to_string(mark.bad_records) +
                     ",\"events\":" + std::to_string(mark.events) + ",\"files\":[";
  for (const ledger::FileDigest& file : *files) {
    body += body.back() == '[' ? "" : ",";
    body += "{\"bytes\":" + std::to_string(file.bytes) + ",\"file\":" + std::to_string(file.file) +
            ",\"name\":";
    ledger::append_canonical_text(body, file.name);
    body += ",\"sha256\":\"" + file.sha256 + "\"}";
  }
  body += "],\"late\":" + std::to_string(mark.late_records) +
          ",\"records\":" + std::to_string(mark.records) + "}";
  return append("input", body);
}

Result<void> LedgerSink::flush() {
  auto begun = begin();
  return begun ? chain_->flush() : begun;
}

/// Comes before a checkpoint of the run, which refers to the line written here.
Result<void> LedgerSink::sync() {
  if (auto begun = begin(); !begun) {
    return begun;
  }
  if (auto attested = chain_->attest(); !attested) {
    return attested;
  }
  auto written = append("checkpoint", "{\"verdicts\":" + std::to_string(num_verdicts_) + "}");
  return written ? chain_->sync() : written;
}

Result<void> LedgerSink::close(const RunSummary& summary) {
  if (!writing_) {
    return {};
  }
  const auto closed = [&]() -> Result<void> {
    if (auto begun = begin(); !begun) {
      return begun;
    }
    if (auto attested = chain_->attest(); !attested) {
      return attested;
    }
    return chain_->close(close_body(summary, bodies_->time_text(summary.reached), num_verdicts_));
  }();
  if (witness_) {
    witness_->finish();
  }
  return closed;
}

std::string LedgerSink::position() const {
  std::string text;
  support::pack(text, chain_->position());
  support::pack(text, asked_);
  support::pack(text, num_verdicts_);
  return text;
}

Result<void> LedgerSink::rewind(std::string_view position) {
  support::Unpacker in(position);
  const std::string place = in.text();
  const std::string asked = in.text();
  num_verdicts_ = in.number();
  if (!in.complete()) {
    return Error(ErrorCode::Checkpoint,
                 "the checkpoint was taken with another output in the place of the ledger; resume "
                 "with the same outputs in the same order");
  }
  const auto resumed = chain_->resume(place);
  if (!resumed) {
    return resumed.error();
  }
  writing_ = true;
  std::string body = "{\"from\":" + std::to_string(resumed->from);
  if (!chain_->public_key().empty()) {
    body += ",\"key\":\"" + chain_->public_key() + "\"";
  }
  body += ",\"program\":" + program_.text() +
          ",\"torn_bytes\":" + std::to_string(resumed->torn_bytes) + "}";
  if (auto done = chain_->append("resume", body); !done) {
    return done;
  }
  return asked == asked_ ? Result<void>()
                         : chain_->append("change", "{\"options\":" + asked_ + "}");
}

}  // namespace fairmon::plugins::ledger_output
