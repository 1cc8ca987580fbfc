#include <fairmon/shards/plan.hpp>

#include <algorithm>
#include <utility>

#include "api/spec_body.hpp"
#include "split/split.hpp"

namespace fairmon {

namespace {

class Planner {
 public:
  explicit Planner(const Spec& spec, const std::vector<bool>& left_out = {})
      : spec_(spec), split_(split::split(*spec.body().program, left_out)) {}

  ShardPlan run() {
    ShardPlan plan;
    for (const split::Key& key : split_.keys) {
      plan.keys.push_back(key_text(key));
    }
    for (std::uint32_t i = 0; i < spec_.streams().size(); ++i) {
      const StreamInfo& stream = spec_.streams()[i];
      if (stream.kind != StreamKind::Input && stream.tells == StreamInfo::Tells::Nothing) {
        plan.streams.push_back(place(i));
      }
    }
    add_refusals_of_helpers(plan);
    add_conditions(plan);
    plan.parts = parts();
    return plan;
  }

  [[nodiscard]] std::vector<ShardPart> parts() const {
    std::vector<ShardPart> made;
    for (const split::Part& part : split_.parts) {
      made.push_back(make_part(part));
    }
    return made;
  }

 private:
  /// In the user's words where they are at hand.
  [[nodiscard]] std::string key_text(const split::Key& key) const {
    const bool plain = key.input.valid() || key.span.empty() || key.span.file != 0;
    return plain ? key.text : std::string(spec_.source().slice(key.span));
  }

  StreamPlacement place(std::uint32_t index) const {
    const split::Placement& from = split_.streams[ir::StreamId(std::size_t{index})];
    const StreamInfo& stream = spec_.streams()[index];
    StreamPlacement row;
    row.stream = index;
    row.name = stream.name;
    for (std::size_t i = 0; i < stream.parameters.size(); ++i) {
      row.name += (i == 0 ? "(" : ", ") + stream.parameters[i].name;
    }
    row.name += stream.parameters.empty() ? "" : ")";
    row.kind = static_cast<StreamClass>(from.kind);
    row.key = from.key == split::kNoKey ? "" : key_text(split_.keys[from.key]);
    row.traffic = static_cast<ShardTraffic>(from.traffic);
    row.sharded = split_.parts[from.part].key != split::kNoKey;
    if (from.refusal) {
      row.refusal = refusal(*from.refusal);
    }
    return row;
  }

  [[nodiscard]] ShardRefusal refusal(const split::Refusal& from) const {
    ShardRefusal made{from.code, from.message, from.repair, 0, 0, {}};
    if (!from.span.empty() && from.span.file == 0) {
      const LineColumn place = spec_.source().locate(from.span.begin);
      made.line = place.line;
      made.column = place.column;
      made.text = spec_.source().slice(from.span);
    }
    return made;
  }

  /// What is wrong with a hidden stream is told of the one that people see.
  void add_refusals_of_helpers(ShardPlan& plan) const {
    const ir::Program& program = *spec_.body().program;
    for (const ir::StreamId id : program.streams.ids()) {
      const auto& found = split_.streams[id].refusal;
      const ir::StreamId origin = program.streams[id].origin;
      if (id.index() < program.num_public || !found || !origin.valid()) {
        continue;
      }
      const auto row = std::ranges::find(plan.streams, origin.value, &StreamPlacement::stream);
      if (row != plan.streams.end() && !row->refusal) {
        row->refusal = refusal(*found);
      }
    }
  }

  void add_conditions(ShardPlan& plan) const {
    const auto periodic = [](const ir::Stream& stream) {
      return std::ranges::any_of(stream.evals, [](const ir::EvalClause& eval) {
        return eval.pacing.kind == ir::PacingKind::Global;
      });
    };
    if (std::ranges::any_of(spec_.body().program->streams, periodic) &&
        !spec_.input_schema().reading.start_time) {
      plan.conditions.push_back(
          {"D07",
           "deadlines count from the start of the run, which no worker knows by itself",
           "give the start: `#![start=\"…\"]`, or the option of the engine",
           0,
           0,
           {}});
    }
  }

  ShardPart make_part(const split::Part& from) const {
    auto body = copy_of_body();
    body->streams.clear();
    for (const std::uint32_t stream : from.streams) {
      body->streams.push_back(spec_.streams()[stream]);
    }
    body->program = std::make_shared<const ir::Program>(from.program);
    ShardPart part{Spec(std::move(body)), std::nullopt, from.streams, from.owned, from.inputs};
    if (from.key != split::kNoKey) {
      part.key = make_key(split_.keys[from.key]);
    }
    return part;
  }

  ShardKey make_key(const split::Key& from) const {
    ShardKey key{key_text(from), from.type, std::nullopt, std::nullopt};
    if (from.input.valid()) {
      key.input = from.input.value;
      return key;
    }
    auto body = copy_of_body();
    const auto inputs = static_cast<std::ptrdiff_t>(spec_.num_inputs());
    body->streams.assign(spec_.streams().begin(), spec_.streams().begin() + inputs);
    StreamInfo stream;
    stream.name = from.program.streams[ir::StreamId(spec_.num_inputs())].name;
    stream.type = from.type;
    body->streams.push_back(std::move(stream));
    body->program = std::make_shared<const ir::Program>(from.program);
    key.program.emplace(std::move(body));
    return key;
  }

  [[nodiscard]] std::shared_ptr<detail::SpecBody> copy_of_body() const {
    auto body = std::make_shared<detail::SpecBody>();
    body->source = spec_.source();
    body->level = spec_.body().level;
    body->schema = spec_.input_schema();
    return body;
  }

  const Spec& spec_;
  split::Split split_;
};

}  // namespace

bool ShardPlan::distributes() const {
  return std::ranges::none_of(streams, [](const auto& row) { return row.refusal.has_value(); });
}

ShardPlan plan_shards(const Spec& spec) { return Planner(spec).run(); }

std::vector<ShardPart> shard_parts_without_states(const Spec& spec) {
  std::vector<bool> left_out;
  for (const StreamInfo& stream : spec.streams()) {
    using Tells = StreamInfo::Tells;
    left_out.push_back(stream.tells == Tells::State || stream.tells == Tells::Judgement ||
                       stream.tells == Tells::Needed || stream.tells == Tells::Stretch);
  }
  return Planner(spec, left_out).parts();
}

}  // namespace fairmon
