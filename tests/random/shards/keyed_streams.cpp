#include "random/shards/keyed_streams.hpp"

namespace fairmon::random_cases {
namespace {

Node text_of(Kind kind, const std::string& text) { return {kind, text, {}, {}}; }

std::string call(int id, const std::string& arguments) {
  return "o" + std::to_string(id) + "(" + arguments + ")";
}

}  // namespace

Model KeyedStreams::make() {
  model_.inputs = {{"id", Kind::Int},
                   {"g", Kind::String},
                   {"v", Kind::Int},
                   {"x", Kind::Float},
                   {"b", Kind::Bool}};
  if (rng_.chance(50)) {
    add_row_stream();
  }
  const std::size_t families = rng_.pick({1U, 1U, 1U, 2U});
  for (std::size_t i = 0; i < families; ++i) {
    add_family();
  }
  if (rng_.chance(40)) {
    add_global();
  }
  return std::move(model_);
}

Output& KeyedStreams::add(Kind kind) {
  Output output;
  output.id = next_id_++;
  output.kind = kind;
  return model_.outputs.emplace_back(std::move(output));
}

void KeyedStreams::eval(Output& output, const std::string& pacing, const std::string& when,
                        const std::string& with) {
  Clause clause;
  clause.pacing = pacing;
  if (!when.empty()) {
    clause.when = text_of(Kind::Bool, when);
  }
  clause.with = text_of(output.kind, with);
  output.evals.push_back(std::move(clause));
}

/// A key that has to be computed, or just something that needs one event.
void KeyedStreams::add_row_stream() {
  Output& output = add(Kind::String);
  eval(output, "@(g && v)", "", rng_.pick({"if v > 3 then \"high\" else g", "g"}));
  Family family;
  family.key = output.name();
  family.pacing = "g && v";
  family.kind = Kind::String;
  families_.push_back(family);
}

void KeyedStreams::add_family() {
  Family family;
  const bool computed = !families_.empty() && families_.front().counter < 0 && rng_.chance(60);
  if (computed) {
    family = families_.front();
  } else {
    family = rng_.pick(
        {Family{"id", "id", Kind::Int, -1, false}, Family{"g", "g", Kind::String, -1, false},
         Family{"b", "b", Kind::Bool, -1, false}, Family{"x", "x", Kind::Float, -1, false},
         Family{"(if v > 4 then id else 7)", "id && v", Kind::Int, -1, false}});
  }
  add_counter(family, static_cast<int>(rng_.below(6)));
  const std::size_t more = 1 + rng_.below(4);
  for (std::size_t i = 0; i < more; ++i) {
    switch (rng_.below(7)) {
      case 0:
      case 1:
        add_follower(family);
        break;
      case 2:
      case 3:
        add_periodic(family);
        break;
      case 4:
        add_row_trigger(family);
        break;
      case 5:
        add_merging(family);
        break;
      default:
        if (rng_.chance(40)) {
          add_deceiver(family);
        }
        break;
    }
  }
  families_.push_back(family);
}

Output& KeyedStreams::add_local(const Family& family, Kind kind) {
  Output& output = add(kind);
  output.parameters.push_back({"p", family.kind});
  Clause spawn;
  spawn.pacing = "@(" + family.pacing + ")";
  spawn.with = text_of(family.kind, family.key);
  output.spawn = std::move(spawn);
  return output;
}

void KeyedStreams::close(const Family& family, Output& output, int style) {
  Clause clause;
  if (style == 1) {
    clause.pacing = "@Local(" + std::string(rng_.pick({"2s", "700ms"})) + ")";
  } else if (style == 2) {
    clause.pacing = "@(" + family.pacing + " && v)";
    clause.when = text_of(Kind::Bool, family.key + " == p && v > 6");
  } else {
    return;
  }
  output.close = std::move(clause);
}

std::string KeyedStreams::value(Kind kind) {
  return kind == Kind::Int ? rng_.pick({"v", "1", "10 / v", "v * v"})
                           : rng_.pick({"x", "x * 0.1", "1.0 / x"});
}

void KeyedStreams::add_counter(Family& family, int close_style) {
  Output& output = add_local(family, Kind::Int);
  family.counter = output.id;
  family.closes = close_style == 1 || close_style == 2;
  const std::string own =
      call(output.id, "p") + rng_.pick({".last(or: 0)", ".offset(by: -2, or: 1)"});
  eval(output, "@(" + family.pacing + " && v)", family.key + " == p",
       rng_.chance(70) ? own + " + 1" : own + " + " + value(Kind::Int));
  close(family, output, close_style);
}

/// Reads the family at the same events or later ones.
void KeyedStreams::add_follower(const Family& family) {
  const std::string counter = call(family.counter, "p");
  Output& output = add_local(family, Kind::Int);
  const std::string condition = family.key + " == p" + rng_.pick({"", " && v > 2", " && b"});
  const std::string pacing = "@(" + family.pacing + " && v && b)";
  eval(output, pacing, condition,
       rng_.pick({counter + ".hold(or: -1) * 2", counter + ".aggregate(over: 1s, using: sum)",
                  counter + ".aggregate(over_discrete: 3, using: max).defaults(to: 0)",
                  counter + ".hold(or: 0) / v",
                  call(output.id, "p") + ".last(or: 0) + " + counter + ".hold(or: 0)"}));
  if (rng_.chance(25)) {
    eval(output, pacing, family.key + " == p", "0");
  }
}

void KeyedStreams::add_periodic(const Family& family) {
  const std::string counter = call(family.counter, "p");
  Output& output = add_local(family, Kind::Int);
  const std::string pace =
      rng_.pick({"@Global(1s)", "@Global(500ms)", "@Local(1s)", "@Local(250ms)"});
  eval(output, pace, rng_.pick({std::string(), std::string(), counter + ".hold(or: 0) > 2"}),
       rng_.pick({counter + ".hold(or: 0)", counter + ".aggregate(over: 2s, using: sum)",
                  counter + ".aggregate(over: 1s, using: max).defaults(to: 9)",
                  call(output.id, "p") + ".last(or: 0) + 1",
                  "6 / (" + counter + ".hold(or: 0) - 2)"}));
  close(family, output, rng_.chance(20) ? 1 : 0);
}

/// One value per event, about what belongs to its key.
void KeyedStreams::add_row_trigger(const Family& family) {
  const std::string counter = call(family.counter, family.key);
  Output& output = add(Kind::Bool);
  output.trigger = rng_.chance(60);
  if (output.trigger) {
    output.kind = Kind::String;
    eval(output, "@(" + family.pacing + " && v)", counter + ".hold(or: 0) > 2", "\"many\"");
  } else {
    eval(output, "@(" + family.pacing + " && v)", "", counter + ".hold(or: 0) > v");
  }
}

void KeyedStreams::add_merging(const Family& family) {
  Output& output = add(Kind::Int);
  const std::string counter = "o" + std::to_string(family.counter);
  eval(output, rng_.pick({"@1s", "@500ms", "@(v)"}), "",
       counter + ".aggregate(over_instances: all, using: " +
           rng_.pick({"sum)", "max).defaults(to: 0)", "min).defaults(to: 0)"}));
}

void KeyedStreams::add_global() {
  Output& output = add(Kind::Int);
  switch (rng_.below(4)) {
    case 0:
      eval(output, "@(v)", "", output.name() + ".last(or: 0) + v");
      return;
    case 1:
      eval(output, "@1s", "", "v.aggregate(over: 2s, using: sum)");
      return;
    case 2:
      eval(output, "@(v)", "", "v.offset(by: -1, or: 0) + v");
      return;
    default:
      eval(output, "@(v)", "", "6 / v");
      return;
  }
}

/// Not local, each for another reason.
void KeyedStreams::add_deceiver(const Family& family) {
  const std::string pacing = "@(" + family.pacing + " && v)";
  const std::size_t kind = rng_.below(4);
  if (kind == 3) {
    Output& shared = add(Kind::Int);
    eval(shared, "@(v)", "", shared.name() + ".last(or: 0) + 1");
  }
  const std::string shared = "o" + std::to_string(next_id_ - 1);
  Output& output = add_local(family, Kind::Int);
  switch (kind) {
    case 0:  // every instance at every event
      eval(output, pacing, "", call(output.id, "p") + ".last(or: 0) + 1");
      return;
    case 1:  // what another key's event left
      eval(output, pacing, family.key + " == p", "v.offset(by: -1, or: 0) + v");
      return;
    case 2:  // fails before it asks for the key
      eval(output, pacing, "10 / v > 0 && " + family.key + " == p", "v");
      return;
    default:  // what all have in common
      eval(output, pacing, family.key + " == p", shared + ".hold(or: 0) + v");
      return;
  }
}

}  // namespace fairmon::random_cases
