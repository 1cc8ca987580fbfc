#include "server/runs/history_sink.hpp"

namespace fairmon::server {

namespace {

DrawnStream drawn_stream(const Spec& spec, std::uint32_t index) {
  const StreamInfo& info = spec.streams()[index];
  DrawnStream drawn;
  drawn.index = index;
  drawn.name = info.name;
  drawn.type = info.type.to_string();
  drawn.pacing = info.pacing;
  drawn.level = info.level;
  drawn.period = info.period;
  for (const StreamInfo::Parameter& parameter : info.parameters) {
    drawn.parameters.push_back(parameter.name);
  }
  return drawn;
}

}  // namespace

std::shared_ptr<RunHistory> make_history(const Spec& spec) {
  std::vector<Panel> panels;
  for (const PanelInfo& info : spec.panels()) {
    Panel panel{info.id, info.title, info.unit, {}, info.triggers, info.thresholds};
    for (const std::uint32_t stream : info.streams) {
      panel.streams.push_back(drawn_stream(spec, stream));
    }
    panels.push_back(std::move(panel));
  }
  std::vector<DrawnTrigger> triggers;
  for (std::uint32_t i = 0; i < spec.streams().size(); ++i) {
    const StreamInfo& info = spec.streams()[i];
    if (info.kind == StreamKind::Trigger) {
      triggers.push_back({i, info.name, info.pacing, info.title, info.level, info.period});
    }
  }
  return std::make_shared<RunHistory>(std::move(panels), std::move(triggers));
}

}  // namespace fairmon::server
