#include "random/shrink.hpp"

#include <algorithm>

namespace fairmon::random_cases {
namespace {

class Shrinker {
 public:
  Shrinker(RandomCase item, const std::function<bool(const RandomCase&)>& interesting)
      : best_(std::move(item)), interesting_(interesting) {}

  RandomCase run() {
    for (bool smaller = true; smaller && budget_ > 0;) {
      smaller = drop_outputs();
      smaller = drop_rows() || smaller;
      smaller = drop_clauses() || smaller;
      smaller = simplify_expressions() || smaller;
      smaller = empty_fields() || smaller;
    }
    return std::move(best_);
  }

 private:
  bool keep_if_interesting(RandomCase candidate) {
    if (--budget_ < 0 || !interesting_(candidate)) {
      return false;
    }
    best_ = std::move(candidate);
    return true;
  }

  /// Expressions that name an output that is gone become literals.
  static void forget(Node& node, int id) {
    if (std::find(node.uses.begin(), node.uses.end(), id) != node.uses.end()) {
      node = {node.kind, plain_literal(node.kind), {}, {}};
    }
    for (Node& part : node.parts) {
      forget(part, id);
    }
  }

  static std::vector<Node*> roots(Model& model) {
    std::vector<Node*> found;
    const auto take = [&](Clause& clause) {
      for (std::optional<Node>* node : {&clause.when, &clause.with}) {
        if (*node) {
          found.push_back(&**node);
        }
      }
    };
    for (Output& output : model.outputs) {
      if (output.spawn) {
        take(*output.spawn);
      }
      for (Clause& eval : output.evals) {
        take(eval);
      }
      if (output.close) {
        take(*output.close);
      }
    }
    return found;
  }

  bool drop_outputs() {
    bool any = false;
    for (std::size_t i = best_.model.outputs.size(); i-- > 0;) {
      RandomCase candidate = best_;
      const int id = candidate.model.outputs[i].id;
      candidate.model.outputs.erase(candidate.model.outputs.begin() +
                                    static_cast<std::ptrdiff_t>(i));
      for (Node* root : roots(candidate.model)) {
        forget(*root, id);
      }
      any = keep_if_interesting(std::move(candidate)) || any;
    }
    return any;
  }

  bool drop_rows() {
    bool any = false;
    for (std::size_t size = std::max<std::size_t>(best_.trace.rows.size() / 2, 1); size > 0;
         size /= 2) {
      for (std::size_t at = 0; at + size <= best_.trace.rows.size();) {
        RandomCase candidate = best_;
        const auto first = candidate.trace.rows.begin() + static_cast<std::ptrdiff_t>(at);
        candidate.trace.rows.erase(first, first + static_cast<std::ptrdiff_t>(size));
        if (keep_if_interesting(std::move(candidate))) {
          any = true;
        } else {
          at += size;
        }
      }
    }
    return any;
  }

  /// Tries a change on every output; the change says whether it did anything.
  bool try_on_outputs(const std::function<bool(Output&)>& change) {
    bool any = false;
    for (std::size_t i = 0; i < best_.model.outputs.size(); ++i) {
      RandomCase candidate = best_;
      if (change(candidate.model.outputs[i])) {
        any = keep_if_interesting(std::move(candidate)) || any;
      }
    }
    return any;
  }

  bool drop_clauses() {
    bool any = try_on_outputs([](Output& o) {
      const bool had = o.close.has_value();
      o.close.reset();
      return had;
    });
    any = try_on_outputs([](Output& o) {
            const bool had = o.spawn && o.spawn->when && o.spawn->with;
            if (had) {
              o.spawn->when.reset();
            }
            return had;
          }) ||
          any;
    any = try_on_outputs([](Output& o) {
            const bool had = o.evals.size() > 1;
            if (had) {
              o.evals.pop_back();
            }
            return had;
          }) ||
          any;
    return try_on_outputs([](Output& o) {
             const bool had = o.evals.front().when.has_value() && !o.trigger;
             if (had) {
               o.evals.front().when.reset();
             }
             return had;
           }) ||
           any;
  }

  /// Replacements of one node that have its kind: its parts, then the plainest literal.
  static std::vector<Node> simpler(const Node& node) {
    std::vector<Node> found;
    for (const Node& part : node.parts) {
      if (part.kind == node.kind && node.pattern.find("=>") == std::string::npos) {
        found.push_back(part);
      }
    }
    if (node.pattern != plain_literal(node.kind) && node.kind != Kind::Bytes) {
      found.push_back({node.kind, plain_literal(node.kind), {}, {}});
    }
    return found;
  }

  static Node* nth_node(Node& node, std::size_t& index) {
    if (index-- == 0) {
      return &node;
    }
    for (Node& part : node.parts) {
      if (Node* found = nth_node(part, index)) {
        return found;
      }
    }
    return nullptr;
  }

  static Node* nth_node(Model& model, std::size_t index) {
    for (Node* root : roots(model)) {
      if (Node* found = nth_node(*root, index)) {
        return found;
      }
    }
    return nullptr;
  }

  bool simplify_expressions() {
    bool any = false;
    for (std::size_t index = 0; nth_node(best_.model, index) != nullptr; ++index) {
      for (Node& replacement : simpler(*nth_node(best_.model, index))) {
        RandomCase candidate = best_;
        *nth_node(candidate.model, index) = std::move(replacement);
        if (keep_if_interesting(std::move(candidate))) {
          any = true;
          break;
        }
      }
    }
    return any;
  }

  bool empty_fields() {
    bool any = false;
    for (std::size_t row = 0; row < best_.trace.rows.size(); ++row) {
      for (std::size_t i = 0; i < best_.trace.rows[row].fields.size(); ++i) {
        if (!best_.trace.rows[row].fields[i].empty()) {
          RandomCase candidate = best_;
          candidate.trace.rows[row].fields[i].clear();
          any = keep_if_interesting(std::move(candidate)) || any;
        }
      }
    }
    return any;
  }

  RandomCase best_;
  const std::function<bool(const RandomCase&)>& interesting_;
  int budget_ = 4000;  ///< runs; some cases are slow
};

}  // namespace

RandomCase shrink(RandomCase item, const std::function<bool(const RandomCase&)>& interesting) {
  return Shrinker(std::move(item), interesting).run();
}

}  // namespace fairmon::random_cases
