#include <nlohmann/json.hpp>

#include <algorithm>

#include "capi/session/firings.hpp"
#include "capi/session/part_view.hpp"
#include "capi/spec_object.hpp"
#include "pipeline/shards/router.hpp"

namespace fairmon::capi {

namespace {

/// What is told with a firing is decided in the same part.
bool keeps_together(const Spec& spec, const ShardPart& part) {
  const PartView view(part, spec);
  const Firings firings(spec, std::make_shared<SymbolTable>());
  const auto streams = spec.streams();
  for (std::uint32_t i = 0; i < streams.size(); ++i) {
    if (streams[i].kind == StreamKind::Trigger && view.owns(i) &&
        !std::ranges::all_of(firings.read_streams(i), [&](std::uint32_t read) {
          return view.number_of(read).has_value();
        })) {
      return false;
    }
  }
  return true;
}

ShardPart everything(const Spec& spec) {
  ShardPart part{spec, std::nullopt, {}, {}, {}};
  for (std::uint32_t i = 0; i < spec.streams().size(); ++i) {
    part.streams.push_back(i);
    part.owned.push_back(true);
  }
  for (const InputSchema::Input& input : spec.input_schema().inputs) {
    part.inputs.push_back(input.needed);
  }
  return part;
}

}  // namespace

std::vector<ShardPart> SpecObject::find_parts(const Spec& spec) {
  std::vector<ShardPart> parts = shard_parts_without_states(spec);
  const bool together =
      std::ranges::all_of(parts, [&](const ShardPart& part) { return keeps_together(spec, part); });
  if (!together) {
    parts = {everything(spec)};
  }
  return parts;
}

std::string describe_parts(const Spec& spec, const std::vector<ShardPart>& parts) {
  using Json = nlohmann::ordered_json;
  Json all = Json::array();
  const auto streams = spec.streams();
  for (const ShardPart& part : parts) {
    Json inputs = Json::array();
    Json owned = Json::array();
    for (std::size_t i = 0; i < part.inputs.size(); ++i) {
      if (part.inputs[i] && spec.input_schema().inputs[i].needed) {
        inputs.push_back(streams[i].name);
      }
    }
    for (std::size_t i = spec.num_inputs(); i < part.streams.size(); ++i) {
      if (part.owned[i]) {
        owned.push_back(streams[part.streams[i]].name);
      }
    }
    all.push_back({{"key", part.key ? Json(part.key->text) : Json()},
                   {"inputs", std::move(inputs)},
                   {"streams", std::move(owned)}});
  }
  return Json{{"parts", std::move(all)}, {"hash", pipeline::Router::kHash}}.dump();
}

}  // namespace fairmon::capi
