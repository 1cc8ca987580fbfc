#pragma once

#include <fairmon/plugin.hpp>

#include "plugins/reading/input_options.hpp"

namespace fairmon::plugins::push {

/// How pushed records are read.
struct PushInput {
  CommonInput common;
  bool arrival = false;       ///< an event happens when it arrives; its own times are not looked at
  bool allow_absent = false;  ///< a field that is not there is a missing value
  std::string id_field;       ///< member that tells events apart; empty: none
};

[[nodiscard]] std::span<const OptionInfo> push_options();
[[nodiscard]] Result<PushInput> read_push_options(const OptionValues& values);

}  // namespace fairmon::plugins::push
