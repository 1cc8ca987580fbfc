#pragma once

#include <fairmon/result.hpp>
#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>

#include "dsa/simulator/statement.hpp"

namespace fairmon::dsa::simulator {

using Predicate = std::function<bool(const Statement&)>;

/// Turns a query of the subset we simulate into a predicate. The error is the reason the engine
/// would give for refusing it.
[[nodiscard]] Result<Predicate, std::string> compile_query(const nlohmann::json& query);

/// What the web framework does to a request before the engine sees it: texts are trimmed, empty
/// texts and empty objects lose their kind.
void mangle_like_php(nlohmann::json& value);

}  // namespace fairmon::dsa::simulator
