#pragma once

#include <nlohmann/json_fwd.hpp>

#include "intake/draft.hpp"
#include "intake/facts.hpp"

namespace fairmon::server {

/// What the reader of a table chose, or has not chosen yet.
struct Choices {
  intake::RoleWishes wishes;
  intake::Purpose purpose;
};

/// Throws nlohmann's exceptions for a wrong shape.
[[nodiscard]] Choices choices_from_json(const nlohmann::json& json);
/// The choices with everything that was found out.
[[nodiscard]] nlohmann::json choices_to_json(const intake::Roles& roles,
                                             const intake::Purpose& purpose);
[[nodiscard]] nlohmann::json sample_to_json(const intake::Sample& sample);
[[nodiscard]] nlohmann::json facts_to_json(const intake::Facts& facts);
[[nodiscard]] nlohmann::json notes_to_json(const std::vector<intake::LineNote>& notes);
/// How the source has to be set so that its form shows what the specification says.
[[nodiscard]] nlohmann::json options_to_json(const intake::Sample& sample,
                                             const intake::Roles& roles);
[[nodiscard]] nlohmann::json goals_to_json();

}  // namespace fairmon::server
