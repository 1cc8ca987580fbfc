// What the summary says of triggers with a statement.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "plugins/outputs/summary/summary_sink.hpp"
#include "plugins/outputs/summary/words.hpp"

namespace fairmon::plugins::summary {

namespace {

constexpr std::size_t kMostListed = 10;

/// 1234 as `about 1,200`: an estimate has no more digits than it deserves.
std::string about(double count) {
  const double scale = std::pow(10.0, std::max(0.0, std::floor(std::log10(count)) - 1.0));
  return "about " + grouped(static_cast<std::uint64_t>(std::ceil(count / scale) * scale));
}

}  // namespace

std::string SummarySink::state_text(std::uint32_t trigger, const TriggerState& state) const {
  constexpr double kFarAway = 1e12;
  const StreamInfo& info = factory_->spec().streams()[trigger];
  std::string text(judgement_name(state.judgement));
  text += " since " + time_text(state.since);
  if (state.stretch) {
    text += ", by the averages since " + time_text(*state.stretch);
  }
  if (state.judgement != Judgement::Undecided) {
    return text;
  }
  text += state.needed && *state.needed < kFarAway
              ? ": " + about(*state.needed) + " more trials would tell"
              : ": nobody can say when that will be known";
  if (const auto fewest = fewest_trials(info, *readings_)) {
    const StreamInfo& stream = factory_->spec().streams()[fewest->stream];
    const std::string name =
        stream.parameters.empty()
            ? stream.name
            : instance_name(stream, fewest->reading->instance.data(), *factory_->context().symbols);
    text += "; " + name + " has " + plural(*fewest->reading->trials, "trial", "trials");
  }
  return text;
}

void SummarySink::print_states(std::uint32_t trigger, std::string& out) const {
  const StreamInfo& info = factory_->spec().streams()[trigger];
  const std::vector<TriggerState>& states = states_->of(trigger);
  const std::string level =
      info.level ? fmt::format(" (level {:.6g})", *info.level) : std::string();
  if (states.empty()) {
    out += "     not judged yet\n";
    return;
  }
  if (info.parameters.empty()) {
    out += "     " + state_text(trigger, states.front()) + level + "\n";
    return;
  }
  std::array<std::uint64_t, 3> counts{};
  for (const TriggerState& state : states) {
    ++counts[static_cast<std::size_t>(state.judgement)];
  }
  out += fmt::format("     {} violated, {} kept, {} undecided{}\n", counts[1], counts[2], counts[0],
                     level);
  std::size_t listed = 0;
  for (const TriggerState& state : states) {
    if (listed++ < kMostListed) {
      out += "     " + instance_name(info, state.instance.data(), *factory_->context().symbols) +
             ": " + state_text(trigger, state) + "\n";
    }
  }
}

}  // namespace fairmon::plugins::summary
