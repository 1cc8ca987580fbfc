#pragma once

#include <fairmon/plugin.hpp>
#include <fairmon/source.hpp>

#include "report/build/build.hpp"

namespace fairmon::cli {

class Arguments;

/// A specification whose `//:` lines have been followed, and the text beside it.
struct FilledTemplate {
  SourceFile source;
  report::Surroundings around;
};

/// Reads the specification, maps labels, reads the data a first time where a median of the whole is
/// asked for, and finds the text.
[[nodiscard]] Result<FilledTemplate> fill_template(const Arguments& arguments,
                                                   const PluginRegistry& plugins);

}  // namespace fairmon::cli
