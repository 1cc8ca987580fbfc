#include "sema/pacing/formula.hpp"

#include <algorithm>

namespace fairmon::sema::pacing {
namespace {

constexpr std::size_t kMostTerms = 512;

bool contains(const Formula::Term& large, const Formula::Term& small) {
  return std::includes(large.begin(), large.end(), small.begin(), small.end());
}

}  // namespace

Formula::Formula(std::vector<Term> terms) {
  std::sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  for (Term& term : terms) {
    const bool absorbed = std::any_of(terms_.begin(), terms_.end(),
                                      [&](const Term& kept) { return contains(term, kept); });
    if (!absorbed) {
      terms_.push_back(std::move(term));
    }
  }
}

std::optional<Formula> Formula::both(const Formula& a, const Formula& b) {
  if (a.terms_.size() * b.terms_.size() > kMostTerms) {
    return std::nullopt;
  }
  std::vector<Term> terms;
  for (const Term& left : a.terms_) {
    for (const Term& right : b.terms_) {
      Term joined;
      std::set_union(left.begin(), left.end(), right.begin(), right.end(),
                     std::back_inserter(joined));
      terms.push_back(std::move(joined));
    }
  }
  return Formula(std::move(terms));
}

std::optional<Formula> Formula::either(const Formula& a, const Formula& b) {
  if (a.terms_.size() + b.terms_.size() > kMostTerms) {
    return std::nullopt;
  }
  std::vector<Term> terms = a.terms_;
  terms.insert(terms.end(), b.terms_.begin(), b.terms_.end());
  return Formula(std::move(terms));
}

bool Formula::implies(const Formula& other) const {
  return std::all_of(terms_.begin(), terms_.end(), [&](const Term& term) {
    return std::any_of(other.terms_.begin(), other.terms_.end(),
                       [&](const Term& wanted) { return contains(term, wanted); });
  });
}

ir::Activation Formula::activation() const {
  std::vector<ir::Activation> alternatives;
  for (const Term& term : terms_) {
    ir::Activation all;
    for (const std::uint32_t index : term) {
      ir::Activation one;
      one.kind = ir::Activation::Kind::Input;
      one.input = ir::StreamId(index);
      all.parts.push_back(std::move(one));
    }
    if (all.parts.empty()) {
      return {};
    }
    if (all.parts.size() == 1) {
      all = ir::Activation(all.parts.front());
    } else {
      all.kind = ir::Activation::Kind::And;
    }
    alternatives.push_back(std::move(all));
  }
  if (alternatives.size() == 1) {
    return alternatives.front();
  }
  ir::Activation any;
  any.kind = ir::Activation::Kind::Or;
  any.parts = std::move(alternatives);
  return any;
}

}  // namespace fairmon::sema::pacing
