#include "kafka/properties.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "support/text.hpp"

namespace fairmon::kafka {

namespace {

/// Set by us, or able to run code or to write secrets into a log.
constexpr std::array<std::string_view, 17> kOurs = {"acks",
                                                    "auto.offset.reset",
                                                    "bootstrap.servers",
                                                    "debug",
                                                    "enable.auto.commit",
                                                    "enable.auto.offset.store",
                                                    "enable.idempotence",
                                                    "enable.partition.eof",
                                                    "group.id",
                                                    "group.instance.id",
                                                    "isolation.level",
                                                    "log.queue",
                                                    "metadata.broker.list",
                                                    "plugin.library.paths",
                                                    "transaction.timeout.ms",
                                                    "transactional.id",
                                                    "request.required.acks"};

std::string place_of(const std::string& file, std::size_t line) {
  return "`" + file + "`, line " + std::to_string(line) + ": ";
}

/// An empty name: the line is no property.
Result<void> check_name(const std::string& name, const std::string& place) {
  if (name.empty()) {
    return Error(ErrorCode::Usage, place + "expected a line such as security.protocol=SASL_SSL");
  }
  if (std::find(kOurs.begin(), kOurs.end(), name) != kOurs.end()) {
    return Error(ErrorCode::Usage, place + "`" + name +
                                       "` cannot be chosen here, FairMon sets it itself; the file "
                                       "is meant for security (TLS, SASL) and timeouts");
  }
  return {};
}

}  // namespace

Result<Properties> parse_properties(std::string_view text, const std::string& file) {
  Properties properties;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t feed = std::min(text.find('\n'), text.size());
    const std::string_view line = support::trimmed(text.substr(0, feed));
    text.remove_prefix(std::min(feed + 1, text.size()));
    if (line.empty() || line.starts_with('#')) {
      continue;
    }
    const std::size_t equals = line.find('=');
    const std::string name(support::trimmed(line.substr(0, equals)));
    const bool complete = equals != std::string_view::npos && !name.empty();
    if (auto allowed = check_name(complete ? name : "", place_of(file, number)); !allowed) {
      return std::move(allowed).error();
    }
    properties.emplace_back(name, support::trimmed(line.substr(equals + 1)));
  }
  return properties;
}

Result<Properties> read_properties(const std::string& file) {
  struct stat facts{};
  if (::stat(file.c_str(), &facts) != 0) {
    return Error(ErrorCode::NotFound,
                 "cannot read the properties `" + file + "`: " + std::strerror(errno));
  }
  if (!S_ISREG(facts.st_mode)) {
    return Error(ErrorCode::Usage, "the properties `" + file + "` are no plain file");
  }
  if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return Error(ErrorCode::Usage, "the properties `" + file +
                                       "` may hold a password and can be read by others; "
                                       "run: chmod 600 " +
                                       file);
  }
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) {
    return Error(ErrorCode::Input, "cannot read the properties `" + file + "`");
  }
  return parse_properties(text, file);
}

}  // namespace fairmon::kafka
