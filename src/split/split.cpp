#include "split/split.hpp"

#include <algorithm>

#include "ir/dependencies.hpp"
#include "ir/passes/passes.hpp"
#include "split/classes.hpp"
#include "split/keys.hpp"
#include "split/subset.hpp"

namespace fairmon::split {

namespace {

/// Takes, again and again, the key that makes most further streams local.
std::vector<std::size_t> choose_keys(const ir::Program& program, const Locality& rows,
                                     const std::vector<Candidate>& candidates) {
  std::vector<std::size_t> chosen;
  std::vector<bool> covered(program.streams.size(), false);
  while (true) {
    std::size_t best = candidates.size();
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      std::uint32_t gain = 0;
      for (const ir::StreamId id : program.streams.ids()) {
        const bool counts =
            !covered[id.index()] && !rows.holds(id) && !program.streams[id].parameters.empty();
        gain += counts && candidates[i].locality.holds(id) ? 1 : 0;
      }
      if (gain > most) {
        most = gain;
        best = i;
      }
    }
    if (best == candidates.size()) {
      return chosen;
    }
    chosen.push_back(best);
    for (const ir::StreamId id : program.streams.ids()) {
      covered[id.index()] = covered[id.index()] || candidates[best].locality.holds(id);
    }
  }
}

class Splitter {
 public:
  Splitter(ir::Program program, const std::vector<bool>& left_out)
      : program_(std::move(program)), left_out_(left_out) {
    ir::passes::recognise_keys(program_);  // whoever left the passes out has not done it
  }

  Split run() {
    ir::Structure structure(program_);
    const Locality rows(program_, structure, {});
    std::vector<Candidate> candidates;
    for (const ir::ExprId expr : key_candidates(program_, structure, rows)) {
      candidates.push_back(
          {expr, make_key(program_, expr).text, Locality(program_, structure, expr)});
    }
    const std::vector<std::size_t> chosen = choose_keys(program_, rows, candidates);
    split_.streams = classify(program_, rows, candidates, chosen);
    for (const std::size_t i : chosen) {
      split_.keys.push_back(make_key(program_, candidates[i].expr));
    }
    assign_parts();
    for (std::uint32_t part = 0; part < split_.parts.size(); ++part) {
      build(part);
    }
    return std::move(split_);
  }

 private:
  [[nodiscard]] bool wanted(std::size_t stream) const {
    return left_out_.empty() || !left_out_[stream];
  }
  [[nodiscard]] bool needs_all(ir::StreamId id) const {
    const Class kind = split_.streams[id].kind;
    return kind == Class::Global || kind == Class::Mergeable;
  }

  /// What the global stage needs for itself it also tells of; the rest belongs to its key. Rows go
  /// with the first key, as each event comes to one of its monitors.
  void assign_parts() {
    std::vector<ir::StreamId> global;
    for (std::size_t i = program_.num_inputs; i < program_.num_public; ++i) {
      if (wanted(i) && needs_all(ir::StreamId(i))) {
        global.push_back(ir::StreamId(i));
      }
    }
    const std::vector<bool> seen_by_all = closure(program_, global);
    std::vector<std::uint32_t> part_of_key(split_.keys.size(), kNoPart);
    for (std::size_t i = program_.num_inputs; i < program_.num_public; ++i) {
      const Placement& placement = split_.streams[ir::StreamId(i)];
      if (wanted(i) && placement.kind == Class::Local && !seen_by_all[i] &&
          part_of_key[placement.key] == kNoPart) {
        part_of_key[placement.key] = static_cast<std::uint32_t>(split_.parts.size());
        split_.parts.emplace_back().key = placement.key;
      }
    }
    const auto last = static_cast<std::uint32_t>(split_.parts.size());
    if (last == 0 || !global.empty()) {
      split_.parts.emplace_back();
    }
    for (std::size_t i = 0; i < program_.num_public; ++i) {
      Placement& placement = split_.streams[ir::StreamId(i)];
      if (!wanted(i)) {
        continue;
      }
      const bool here = i < program_.num_inputs || !seen_by_all[i];
      if (here && placement.kind == Class::Local && part_of_key[placement.key] != kNoPart) {
        placement.part = part_of_key[placement.key];
      } else {
        placement.part = here ? 0 : last;
      }
    }
  }

  void build(std::uint32_t number) {
    Part& part = split_.parts[number];
    std::vector<ir::StreamId> owned;
    for (std::size_t i = program_.num_inputs; i < program_.num_public; ++i) {
      if (split_.streams[ir::StreamId(i)].part == number) {
        owned.push_back(ir::StreamId(i));
      }
    }
    const std::vector<bool> members = closure(program_, owned);
    for (std::uint32_t i = 0; i < program_.num_public; ++i) {
      if (i < program_.num_inputs || members[i]) {
        part.streams.push_back(i);
        part.owned.push_back(split_.streams[ir::StreamId(std::size_t{i})].part == number);
      }
    }
    ir::Program whole = program_;
    const auto owners = ir::find_owners(program_);
    for (const ir::StreamId id : whole.streams.ids()) {
      const ir::StreamId owner = owners[id];
      whole.streams[id].silent =
          owner.index() >= program_.num_public || split_.streams[owner].part != number;
    }
    part.program = subset(whole, members);
    part.inputs = inputs_read(part.program);
  }

  ir::Program program_;
  const std::vector<bool>& left_out_;
  Split split_;
};

}  // namespace

Split split(const ir::Program& program, const std::vector<bool>& left_out) {
  return Splitter(program, left_out).run();
}

}  // namespace fairmon::split
