#include <fairmon/shards/plan.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string_view>

#include "support/text_table.hpp"

namespace fairmon {

namespace {

std::string_view name_of(StreamClass kind) {
  switch (kind) {
    case StreamClass::Row:
      return "row";
    case StreamClass::KeyLocal:
      return "key-local";
    case StreamClass::Mergeable:
      return "mergeable";
    case StreamClass::Global:
      return "global";
  }
  return {};
}

std::string_view name_of(ShardTraffic traffic) {
  switch (traffic) {
    case ShardTraffic::None:
      return "none";
    case ShardTraffic::OncePerPane:
      return "once per pane and shard";
    case ShardTraffic::EveryEvent:
      return "every event";
  }
  return {};
}

std::string refusal_text(const ShardRefusal& refusal, const std::string& stream) {
  const std::string place =
      refusal.line > 0 ? fmt::format(" ({}:{})", refusal.line, refusal.column) : std::string();
  return fmt::format("{} {}{}: {}\n  try: {}\n", refusal.code, stream, place, refusal.message,
                     refusal.repair);
}

std::string in_one_process(const ShardPlan& plan) {
  const bool rest = plan.splits() && !plan.parts.back().key;
  if (!plan.splits()) {
    return "in one process: one monitor; --shards changes nothing\n";
  }
  std::string keys;
  for (const ShardPart& part : plan.parts) {
    if (part.key) {
      keys += (keys.empty() ? "`" : ", `") + part.key->text + "`";
    }
  }
  return "in one process: --shards N spreads events over N monitors by " + keys +
         (rest ? "; the global stage sees all events and bounds the speed\n" : "\n");
}

nlohmann::ordered_json json_of(const ShardRefusal& refusal) {
  return {{"code", refusal.code}, {"message", refusal.message}, {"repair", refusal.repair},
          {"line", refusal.line}, {"column", refusal.column},   {"text", refusal.text}};
}

}  // namespace

std::string plan_text(const ShardPlan& plan) {
  std::vector<std::vector<std::string>> rows = {
      {"stream", "class", "key", "traffic", "in one process"}};
  std::string refusals;
  for (const StreamPlacement& stream : plan.streams) {
    rows.push_back({stream.name, std::string(name_of(stream.kind)), stream.key,
                    std::string(name_of(stream.traffic)),
                    stream.sharded ? "shards" : "global stage"});
    if (stream.refusal) {
      refusals += refusal_text(*stream.refusal, "`" + stream.name + "`");
    }
  }
  std::string out = support::text_table(rows) + "\n" + in_one_process(plan);
  if (plan.distributes()) {
    out += "on many machines: fits\n";
  } else {
    out += "on many machines: refused\n" + refusals +
           "all of it runs in one process: fairmon monitor --shards auto\n";
  }
  for (const ShardRefusal& condition : plan.conditions) {
    out += "on many machines, besides:\n" + refusal_text(condition, "the specification");
  }
  return out;
}

std::string plan_json(const ShardPlan& plan) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const StreamPlacement& stream : plan.streams) {
    nlohmann::ordered_json row = {{"name", stream.name},       {"class", name_of(stream.kind)},
                                  {"key", stream.key},         {"traffic", name_of(stream.traffic)},
                                  {"sharded", stream.sharded}, {"refusal", nullptr}};
    if (stream.refusal) {
      row["refusal"] = json_of(*stream.refusal);
    }
    rows.push_back(std::move(row));
  }
  nlohmann::ordered_json conditions = nlohmann::ordered_json::array();
  for (const ShardRefusal& condition : plan.conditions) {
    conditions.push_back(json_of(condition));
  }
  return nlohmann::ordered_json{{"keys", plan.keys},
                                {"splits", plan.splits()},
                                {"distributes", plan.distributes()},
                                {"streams", std::move(rows)},
                                {"conditions", std::move(conditions)}}
             .dump(2) +
         "\n";
}

}  // namespace fairmon
