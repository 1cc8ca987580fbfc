#include <algorithm>
#include <set>
#include <utility>

#include "diag/report.hpp"
#include "syntax/parse.hpp"
#include "templates/bind_use.hpp"
#include "templates/expand.hpp"
#include "templates/instantiate.hpp"
#include "templates/spans.hpp"

namespace fairmon::templates {

namespace {

/// Finds, for a place in generated text, the place the user should look at.
class PlaceMap {
 public:
  PlaceMap(const Pieces& pieces, Span fallback) : fallback_(fallback) {
    std::uint32_t offset = 0;
    for (const Piece& piece : pieces) {
      const auto size = static_cast<std::uint32_t>(piece.text.size());
      if (piece.origin) {
        stretches_.push_back({offset, offset + size, *piece.origin});
      }
      offset += size;
    }
  }

  [[nodiscard]] Span look_up(Span generated) const {
    for (const Stretch& stretch : stretches_) {
      if (generated.begin >= stretch.begin && generated.end <= stretch.end && !generated.empty()) {
        const std::uint32_t begin = stretch.origin.begin + (generated.begin - stretch.begin);
        return {begin, begin + generated.size(), stretch.origin.file};
      }
    }
    return fallback_;
  }

 private:
  struct Stretch {
    std::uint32_t begin;
    std::uint32_t end;
    Span origin;
  };
  std::vector<Stretch> stretches_;
  Span fallback_;
};

/// Whether something inside a `use` was reported already.
bool has_mistake(const Diagnostics& diagnostics, Span use) {
  const auto inside = [&](const Diagnostic& item) {
    const Span place = item.primary_span();
    return item.severity == Severity::Error && place.file == use.file && place.begin >= use.begin &&
           place.end <= use.end;
  };
  return std::any_of(diagnostics.all().begin(), diagnostics.all().end(), inside);
}

std::vector<syntax::DeclRef> expand_one(syntax::Ast& ast, const syntax::UseDecl& use,
                                        const MetricCall& call, Diagnostics& diagnostics) {
  const Pieces pieces = instantiate(call);
  const SourceFile generated(call.metric->name, text_of(pieces));
  Diagnostics own;
  own.add_file(generated);
  syntax::Ast part = syntax::parse(generated, 0, own);
  if (own.has_errors()) {
    diag::error(
        diagnostics, "metric-arguments", use.metric.span,
        "with these arguments `" + call.metric->name + "` stands for nothing that can be read")
        .help("give streams of their own to what is more than a plain expression");
    return {};
  }
  const PlaceMap places(pieces, use.metric.span);
  for_each_span(part, [&](Span& span) { span = places.look_up(span); });
  for (syntax::OutputDecl& output : part.outputs) {
    output.expanded_from = use.span;
  }
  return append(ast, std::move(part));
}

}  // namespace

void expand_uses(syntax::Ast& ast, const SourceFile& source, Diagnostics& diagnostics) {
  if (ast.uses.empty()) {
    return;
  }
  std::set<std::string> taken;
  std::vector<syntax::DeclRef> order;
  const std::vector<syntax::DeclRef> before = ast.order;
  for (const syntax::DeclRef& ref : before) {
    if (ref.kind != syntax::DeclKind::Use) {
      order.push_back(ref);
      continue;
    }
    const syntax::UseDecl use = ast.uses[ref.index];
    const bool broken = has_mistake(diagnostics, use.span);
    const auto call = bind_use(ast, use, source, taken, diagnostics);
    if (call && !broken) {
      const auto added = expand_one(ast, use, *call, diagnostics);
      order.insert(order.end(), added.begin(), added.end());
    }
  }
  ast.order = std::move(order);
}

namespace {

bool lies_in(Span inner, Span outer) {
  return inner.begin >= outer.begin && inner.end <= outer.end && inner.file == outer.file;
}

/// Whether an error is only what follows from another one: a mistake in an argument shows in every
/// stream of the metric that reads it, and in those that read these.
bool follows(const Diagnostic& item, std::vector<syntax::UseDecl>::const_iterator use,
             const std::vector<syntax::UseDecl>& uses, const Diagnostics& diagnostics,
             std::set<std::pair<std::uint32_t, std::uint32_t>>& blamed) {
  const Span place = item.primary_span();
  if (use != uses.end()) {
    return std::any_of(diagnostics.all().begin(), diagnostics.all().end(),
                       [&](const Diagnostic& other) {
                         const Span span = other.primary_span();
                         return other.severity == Severity::Error && lies_in(span, use->span) &&
                                !(span == use->metric.span);
                       });
  }
  const bool argument = std::any_of(uses.begin(), uses.end(), [&](const syntax::UseDecl& one) {
    return lies_in(place, one.span);
  });
  return argument && !blamed.emplace(place.begin, place.end).second;
}

}  // namespace

Diagnostics explain_uses(const Diagnostics& diagnostics, const std::vector<syntax::UseDecl>& uses) {
  const auto used_at = [&](Span span) {
    return std::find_if(uses.begin(), uses.end(),
                        [&](const syntax::UseDecl& use) { return use.metric.span == span; });
  };
  Diagnostics result;
  for (const SourceFile& file : diagnostics.files()) {
    result.add_file(file);
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> blamed;  // arguments that have an error already
  for (Diagnostic item : diagnostics.all()) {
    const auto use = used_at(item.primary_span());
    if (item.severity == Severity::Error && follows(item, use, uses, diagnostics, blamed)) {
      continue;
    }
    const bool about_use = item.id == "unknown-metric" || item.id == "duplicate-metric" ||
                           item.id == "metric-arguments" || item.id == "metric-pacing";
    if (!about_use) {
      std::erase_if(item.fixes, [&](const Fix& fix) {
        return std::any_of(fix.edits.begin(), fix.edits.end(),
                           [&](const Edit& edit) { return used_at(edit.span) != uses.end(); });
      });
      if (use != uses.end()) {
        item.notes.push_back("this is inside what `" + use->metric.text +
                             "` stands for; `fairmon expand` prints it");
      }
    }
    result.add(std::move(item));
  }
  return result;
}

std::string expanded_text(const syntax::Ast& ast, const SourceFile& source,
                          Diagnostics& diagnostics) {
  std::string text;
  std::uint32_t done = 0;
  std::set<std::string> taken;
  for (const syntax::UseDecl& use : ast.uses) {
    const auto call = bind_use(ast, use, source, taken, diagnostics);
    if (!call) {
      continue;
    }
    text += source.text().substr(done, use.span.begin - done);
    text += "// " + call->metric->summary + '\n' + text_of(instantiate(*call));
    done = use.span.end;
  }
  return text + std::string(source.text().substr(done));
}

}  // namespace fairmon::templates
