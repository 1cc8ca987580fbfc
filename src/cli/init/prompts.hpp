#pragma once

#include <fairmon/result.hpp>

#include <string>

#include "intake/draft.hpp"

namespace fairmon::cli {

/// Everything `init` has to know.
struct InitAnswers {
  intake::RoleWishes wishes;
  intake::Purpose purpose;
  std::string file;  ///< where to write
};

/// Standard input and output are a terminal, so that there is somebody to ask.
[[nodiscard]] bool can_ask();

/// Asks on the terminal what the wizard of the web interface asks; what was said with flags is not
/// asked. An error if the user ended it.
[[nodiscard]] Result<InitAnswers> ask_about(const intake::Sample& sample, const std::string& data,
                                            InitAnswers answers);

}  // namespace fairmon::cli
