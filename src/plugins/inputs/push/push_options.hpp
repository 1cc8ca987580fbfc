#pragma once

#include <fairmon/plugin.hpp>

#include "plugins/reading/input_options.hpp"
#include "plugins/reading/json/object_decoder.hpp"

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

/// A decoder of pushed records for the inputs of a specification.
[[nodiscard]] Result<ObjectDecoder> bind_pushed(const SourceContext& context,
                                                const PushInput& input);

}  // namespace fairmon::plugins::push
