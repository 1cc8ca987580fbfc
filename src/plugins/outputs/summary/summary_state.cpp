// The summary's state as text, so that after a resumption it tells of the whole run.

#include <algorithm>
#include <utility>

#include "plugins/outputs/summary/summary_sink.hpp"
#include "support/packing.hpp"

namespace fairmon::plugins::summary {

void History::save(std::string& out) const {
  support::pack(out, std::uint64_t{points_.size()});
  for (const double point : points_) {
    support::pack_real(out, point);
  }
  support::pack(out, std::uint64_t{spacing_});
  support::pack(out, std::uint64_t{since_});
}

History History::load(support::Unpacker& in) {
  History history;
  for (std::uint64_t left = in.count(); left > 0; --left) {
    history.points_.push_back(in.real());
  }
  history.spacing_ = static_cast<std::size_t>(in.number());
  history.since_ = static_cast<std::size_t>(in.number());
  history.spacing_ += history.spacing_ == 0 ? 1 : 0;  // nobody divides by damaged bytes
  return history;
}

std::string SummarySink::position() const {
  std::string text;
  support::pack(text, file_.position());
  log_.save(text);
  episodes_->save(text);
  readings_->save(text);
  states_->save(text);
  for (const auto& histories : histories_) {
    support::pack(text, std::uint64_t{histories.size()});
    for (const History& history : histories) {
      history.save(text);
    }
  }
  return text;
}

bool SummarySink::mark_symbols(SymbolMarks& alive) const {
  episodes_->mark_symbols(alive);
  readings_->mark_symbols(alive);
  states_->mark_symbols(alive);
  return true;
}

Result<void> SummarySink::rewind(std::string_view position) {
  support::Unpacker whole(position);
  const std::string place = whole.text();
  std::string_view rest =
      position.substr(std::min(position.size(), sizeof(std::uint64_t) + place.size()));
  const bool good = log_.load(rest) && episodes_->load(rest, log_) && readings_->load(rest) &&
                    states_->load(rest);
  support::Unpacker in(rest);
  for (std::uint32_t stream = 0; stream < histories_.size(); ++stream) {
    auto& histories = histories_[stream];
    histories.clear();
    for (std::uint64_t left = in.count(); left > 0; --left) {
      histories.push_back(History::load(in));
    }
    histories.resize(readings_->of(stream).size());
  }
  if (!good || !in.complete()) {
    return Error(ErrorCode::Checkpoint,
                 "the checkpoint was taken with another output in the place of the summary; resume "
                 "with the same outputs in the same order");
  }
  return place.empty() ? Result<void>() : file_.rewind(place);
}

}  // namespace fairmon::plugins::summary
