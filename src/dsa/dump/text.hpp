#pragma once

#include <string>

namespace fairmon::dsa {

/// Replaces every byte that is no part of UTF-8 by U+FFFD; some old dumps hold such bytes.
void mend_utf8(std::string& text);

}  // namespace fairmon::dsa
