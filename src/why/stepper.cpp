#include <utility>

#include "support/packing.hpp"
#include "why/tape.hpp"

namespace fairmon::why {

namespace {

MonitorOptions options_for(const Spec& spec, const Watched& watched,
                           std::shared_ptr<SymbolTable> symbols, Timestamp start_time) {
  MonitorOptions options;
  options.on_error = ErrorPolicy::Report;
  options.start_time = start_time;
  options.observe_all = false;
  options.record_lifecycle = false;
  options.symbols = std::move(symbols);
  const auto streams = spec.streams();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    const bool told = streams[i].tells != StreamInfo::Tells::Nothing;
    const std::uint32_t meant = told ? streams[i].tells_of : i;
    if (watched.shown[meant] || streams[meant].kind == StreamKind::Trigger) {
      options.observed.push_back(i);
    }
  }
  return options;
}

}  // namespace

Stepper::Stepper(const Spec& spec, const Watched& watched, std::shared_ptr<SymbolTable> symbols,
                 Timestamp start_time)
    : spec_(spec), readings_(spec, watched.shown, 5000) {
  auto made = Monitor::create(spec, options_for(spec, watched, std::move(symbols), start_time));
  if (made) {
    monitor_.emplace(std::move(*made));
  }
}

Result<void> Stepper::take(Result<void> judged) {
  readings_.take(verdicts_);
  return judged;
}

Result<void> Stepper::accept(const EventBatch& events) {
  verdicts_.clear();
  return take(monitor_->accept(events, verdicts_));
}

Result<void> Stepper::advance_to(Timestamp time) {
  verdicts_.clear();
  return take(monitor_->advance_to(time, verdicts_));
}

Result<void> Stepper::finish() {
  verdicts_.clear();
  return take(monitor_->finish(verdicts_));
}

std::string Stepper::save() const {
  std::string bytes;
  support::pack(bytes, monitor_->save());
  readings_.save(bytes);
  return bytes;
}

Result<void> Stepper::restore(std::string_view state) {
  support::Unpacker in(state);
  const std::string monitor = in.text();
  std::string_view rest = state.substr(sizeof(std::uint64_t) + monitor.size());
  if (!readings_.load(rest)) {
    return Error(ErrorCode::Internal, "a state that was just saved cannot be read");
  }
  return monitor_->restore(monitor);
}

}  // namespace fairmon::why
