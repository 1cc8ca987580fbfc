#pragma once

#include <fairmon/event_source.hpp>
#include <fairmon/plugin.hpp>
#include <fairmon/time_format.hpp>

#include <string>
#include <utility>
#include <vector>

namespace fairmon::plugins {

/// Options every input of records has: mapping, missing values, time.
[[nodiscard]] std::vector<OptionInfo> common_input_options();

struct CommonInput {
  std::vector<std::pair<std::string, std::string>> mapping;
  DecodeOptions decode;
  TimeFormat time_format = TimeFormat::Auto;
  std::string time_field;            ///< name or number (from 1); empty: found by name
  std::optional<Duration> interval;  ///< times are ignored, the n-th record is at n · interval
  bool follow = false;
  bool check_all = false;  ///< inputs that nobody needs are read too

  /// The context with the inputs that are to be read marked as needed.
  [[nodiscard]] SourceContext wanted(SourceContext context) const;
};

[[nodiscard]] Result<CommonInput> read_common_options(const OptionValues& options);

/// Takes over what the specification says about its data and the user did not.
[[nodiscard]] Result<void> apply_reading(const InputSchema::Reading& reading, CommonInput& common);

/// Number (from 0) of the field that holds the time: the chosen one, else one called `time`, `ts`
/// or `timestamp`. The error says how to name it.
[[nodiscard]] Result<std::size_t> find_time_field(const CommonInput& common,
                                                  const std::vector<std::string>& fields);

}  // namespace fairmon::plugins
