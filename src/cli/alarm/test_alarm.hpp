#pragma once

#include <fairmon/plugin.hpp>

namespace fairmon::cli {

class Arguments;

/// Whether an option of the webhook matters for one message.
[[nodiscard]] bool is_for_test(const OptionInfo& option);

/// `fairmon alarm test`; returns the exit code.
int test_alarm(const Arguments& arguments, const PluginRegistry& plugins);

}  // namespace fairmon::cli
