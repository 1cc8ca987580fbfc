#pragma once

namespace fairmon::dsa {

/// Starts libcurl for the whole program; to be called before its first use on any thread.
void start_curl_once();

}  // namespace fairmon::dsa
