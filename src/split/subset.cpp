#include "split/subset.hpp"

#include "ir/dependencies.hpp"
#include "ir/rewrite.hpp"

namespace fairmon::split {

namespace {

std::vector<ir::ExprId> roots_of(const ir::Stream& stream) {
  std::vector<ir::ExprId> roots;
  if (stream.spawn) {
    roots.insert(roots.end(), {stream.spawn->when, stream.spawn->with});
  }
  for (const ir::EvalClause& eval : stream.evals) {
    roots.insert(roots.end(), {eval.when, eval.with});
  }
  if (stream.close) {
    roots.push_back(stream.close->when);
  }
  return roots;
}

class Closure {
 public:
  explicit Closure(const ir::Program& program)
      : program_(program), walker_(program), members_(program.streams.size(), false) {}

  void add(ir::StreamId stream) {
    if (!members_[stream.index()]) {
      members_[stream.index()] = true;
      open_.push_back(stream);
    }
  }
  void add(ir::ExprId root) {
    walker_.walk(root, [&](ir::ExprId id) {
      const ir::StreamId read = ir::accessed_stream(program_, program_.exprs[id]);
      if (read.valid()) {
        add(read);
      }
    });
  }
  std::vector<bool> run() {
    while (!open_.empty()) {
      const ir::StreamId next = open_.back();
      open_.pop_back();
      for (const ir::ExprId root : roots_of(program_.streams[next])) {
        add(root);
      }
    }
    return std::move(members_);
  }

 private:
  const ir::Program& program_;
  ir::ExprWalker walker_;
  std::vector<bool> members_;
  std::vector<ir::StreamId> open_;
};

/// A window that several streams share is called after one that may be gone.
void adopt_windows(ir::Program& program, const std::vector<bool>& members) {
  ir::ExprWalker walker(program);
  for (const ir::StreamId id : program.streams.ids()) {
    if (!members[id.index()]) {
      continue;
    }
    for (const ir::ExprId root : roots_of(program.streams[id])) {
      walker.walk(root, [&](ir::ExprId expr) {
        if (program.exprs[expr].kind == ir::ExprKind::WindowRead) {
          ir::Window& window = program.windows[program.exprs[expr].window];
          window.caller = members[window.caller.index()] ? window.caller : id;
        }
      });
    }
  }
}

void note_inputs(const ir::Activation& formula, std::vector<bool>& read) {
  if (formula.kind == ir::Activation::Kind::Input) {
    read[formula.input.index()] = true;
  }
  for (const ir::Activation& part : formula.parts) {
    note_inputs(part, read);
  }
}

}  // namespace

std::vector<bool> closure(const ir::Program& program, const std::vector<ir::ExprId>& roots) {
  Closure found(program);
  for (const ir::ExprId root : roots) {
    found.add(root);
  }
  return found.run();
}

std::vector<bool> closure(const ir::Program& program, const std::vector<ir::StreamId>& streams) {
  Closure found(program);
  for (const ir::StreamId stream : streams) {
    found.add(stream);
  }
  return found.run();
}

ir::Program subset(const ir::Program& program, const std::vector<bool>& members) {
  ir::Program part = program;
  const auto stays = [&](ir::StreamId id) {
    return id.index() < program.num_inputs || members[id.index()];
  };
  adopt_windows(part, members);
  part.num_public = 0;
  for (const ir::StreamId id : program.streams.ids()) {
    part.num_public += id.index() < program.num_public && stays(id) ? 1 : 0;
  }
  ir::compact(part, stays);
  ir::assign_layers(part);
  return part;
}

std::vector<bool> inputs_read(const ir::Program& program) {
  std::vector<bool> read(program.num_inputs, false);
  for (const ir::Expr& expr : program.exprs) {
    if (expr.stream.valid() && expr.stream.index() < program.num_inputs) {
      read[expr.stream.index()] = true;
    }
  }
  for (const ir::Window& window : program.windows) {
    if (window.target.index() < program.num_inputs) {
      read[window.target.index()] = true;
    }
  }
  for (const ir::Stream& stream : program.streams) {
    if (stream.spawn) {
      note_inputs(stream.spawn->pacing.activation, read);
    }
    for (const ir::EvalClause& eval : stream.evals) {
      note_inputs(eval.pacing.activation, read);
    }
    if (stream.close) {
      note_inputs(stream.close->pacing.activation, read);
    }
  }
  return read;
}

}  // namespace fairmon::split
