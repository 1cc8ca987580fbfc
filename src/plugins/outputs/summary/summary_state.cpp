// The summary's state as text, so that after a resumption it tells of the whole run.

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

void SummarySink::StreamState::save(std::string& out) const {
  support::pack(out, count);
  support::pack_signed(out, first.ns);
  support::pack_signed(out, last.ns);
  support::pack(out, std::uint64_t{more_instances});
  support::pack(out, message);
  support::pack(out, std::uint64_t{fired.size()});
  for (const std::string& instance : fired) {
    support::pack(out, instance);
  }
  support::pack(out, std::uint64_t{instances.size()});
  for (const auto& [instance, track] : instances) {
    support::pack(out, instance);
    support::pack(out, track.text);
    support::pack(out, track.updates);
    track.history.save(out);
  }
}

void SummarySink::StreamState::load(support::Unpacker& in) {
  count = in.number();
  first.ns = in.signed_number();
  last.ns = in.signed_number();
  more_instances = in.flag();
  message = in.text();
  for (std::uint64_t left = in.count(); left > 0; --left) {
    fired.insert(in.text());
  }
  for (std::uint64_t left = in.count(); left > 0; --left) {
    Track& track = instances[in.text()];
    track.text = in.text();
    track.updates = in.number();
    track.history = History::load(in);
  }
}

std::string SummarySink::position() const {
  std::string text;
  support::pack(text, file_.position());
  support::pack(text, std::uint64_t{states_.size()});
  for (const StreamState& state : states_) {
    state.save(text);
  }
  return text;
}

Result<void> SummarySink::rewind(std::string_view position) {
  support::Unpacker in(position);
  const std::string place = in.text();
  const bool same = in.count() == states_.size();
  for (StreamState& state : states_) {
    state.load(in);
  }
  if (!same || !in.complete()) {
    return Error(ErrorCode::Checkpoint,
                 "the checkpoint was taken with another output in the place of the summary; resume "
                 "with the same outputs in the same order");
  }
  return place.empty() ? Result<void>() : file_.rewind(place);
}

}  // namespace fairmon::plugins::summary
