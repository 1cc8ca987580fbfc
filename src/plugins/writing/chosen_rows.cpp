#include "plugins/writing/chosen_rows.hpp"

#include <utility>

#include "support/packing.hpp"

namespace fairmon::plugins {

void ChosenRows::open(const Spec& spec, const SinkContext& context) {
  factory_.emplace(spec, context);
  times_ = make_time_writer(common_.time_format, context);
}

const std::vector<VerdictRow>& ChosenRows::of(const VerdictBatch& batch) {
  factory_->rows(batch, rows_);
  if (common_.episodes) {
    open_.keep_first_firings(factory_->spec(), rows_);
  }
  if (common_.evidence) {
    evidence_.gather(factory_->spec(), rows_);
  }
  return rows_;
}

std::string ChosenRows::position(std::string place) const {
  if (!common_.episodes) {
    return place;
  }
  std::string text;
  support::pack(text, place);
  open_.save(text);
  return text;
}

Result<std::string> ChosenRows::rewind(std::string_view position) {
  if (!common_.episodes) {
    return std::string(position);
  }
  support::Unpacker in(position);
  std::string place = in.text();
  open_.load(in);
  if (!in.complete()) {
    return Error(ErrorCode::Checkpoint,
                 "the checkpoint was taken without --episodes; resume with the same flags");
  }
  return place;
}

}  // namespace fairmon::plugins
