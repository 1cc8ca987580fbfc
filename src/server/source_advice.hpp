#pragma once

#include <fairmon/plugin.hpp>
#include <fairmon/result.hpp>
#include <fairmon/spec.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fairmon::server {

/// What a service will be asked for on account of the specification alone.
struct SourcePlan {
  std::vector<std::string> fields;  ///< asked for
  std::size_t num_fields = 0;       ///< of all there are
  std::string condition;            ///< records that can change a verdict; empty: all
  std::string sent;                 ///< the part of it the service itself applies
  struct Blocker {
    std::string stream;
    std::string reason;
  };
  std::vector<Blocker> blockers;  ///< why not fewer
  std::vector<std::string> notes;
};

/// How much there is to read, asked of the service.
struct SourceEstimate {
  std::uint64_t records = 0;
  std::uint64_t pages = 0;
  std::uint64_t page_size = 0;
  std::uint64_t minutes = 0;  ///< at least
  std::uint64_t requests_per_minute = 0;
};

/// What somebody who knows a plugin can tell before a run. The server knows plugins only by their
/// option tables, so this comes from the program that puts both together.
struct SourceAdvice {
  std::string plugin;
  std::function<SourcePlan(const Spec&)> plan;
  std::function<Result<SourceEstimate>(const Spec&, const OptionValues&)> estimate;
  /// Values people often choose for an option, besides any other.
  std::function<std::vector<std::string>(std::string_view option)> suggestions;
  /// Replaces values that stand for something local (a built-in demonstration service) by the real
  /// ones. Called before every use; what is stored and shown keeps the original.
  std::function<Result<void>(std::multimap<std::string, std::string>& options)> resolve;
};

}  // namespace fairmon::server
