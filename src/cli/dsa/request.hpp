#pragma once

#include <fairmon/filter.hpp>
#include <fairmon/plugin.hpp>
#include <fairmon/result.hpp>
#include <fairmon/spec.hpp>

#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "dsa/client/pager.hpp"

namespace fairmon::cli {

/// The specification named on the command line; its diagnostics are printed.
[[nodiscard]] Result<Spec> dsa_specification(const Arguments& arguments);

/// Fields of a statement that the specification reads.
[[nodiscard]] std::vector<std::string> dsa_fields_read(const Spec& spec);

/// Settings from the flags, with the specification's fields and derived filter.
[[nodiscard]] Result<dsa::PagerSettings> dsa_request(const Arguments& arguments, const Spec* spec);

}  // namespace fairmon::cli
