#pragma once

#include <nlohmann/json_fwd.hpp>

#include "server/http/message.hpp"
#include "server/runs/run.hpp"

namespace fairmon::server {

[[nodiscard]] nlohmann::json settings_to_json(const RunSettings& settings);
/// Throws nlohmann's exceptions for a wrong shape.
[[nodiscard]] RunSettings settings_from_json(const nlohmann::json& json);
/// What a page asks for; or the answer that it is too much.
[[nodiscard]] Result<RunSettings, Response> settings_from_request(const Request& request);
[[nodiscard]] nlohmann::json status_to_json(const RunStatus& status);
[[nodiscard]] RunStatus status_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json panels_to_json(const RunHistory& history);
[[nodiscard]] std::vector<Panel> panels_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json triggers_to_json(const RunHistory& history);
[[nodiscard]] std::vector<DrawnTrigger> triggers_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json episode_to_json(const Episode& episode);
[[nodiscard]] Episode episode_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json firing_to_json(const Firing& firing);
[[nodiscard]] Firing firing_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json judgement_to_json(const JudgementChange& change);
[[nodiscard]] JudgementChange judgement_from_json(const nlohmann::json& json);
[[nodiscard]] nlohmann::json waiting_to_json(const Waiting& waiting);
[[nodiscard]] nlohmann::json notice_to_json(const Notice& notice);
/// One row of the list of runs.
[[nodiscard]] nlohmann::json run_to_json(const Run& run);

}  // namespace fairmon::server
