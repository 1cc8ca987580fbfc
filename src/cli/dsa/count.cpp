#include "cli/dsa/actions.hpp"
#include "cli/dsa/request.hpp"
#include "cli/report.hpp"

namespace fairmon::cli {

int dsa_count(const Arguments& arguments) {
  std::optional<Spec> spec;
  if (arguments.has("SPEC")) {
    auto compiled = dsa_specification(arguments);
    if (!compiled) {
      return report(compiled.error());
    }
    spec = std::move(*compiled);
  }
  auto settings = dsa_request(arguments, spec ? &*spec : nullptr);
  if (!settings) {
    return report(settings.error());
  }
  const std::uint32_t limit = settings->quota_limit;
  const std::uint32_t size = settings->page_size;
  dsa::Pager pager(std::move(*settings));
  const auto count = pager.count();
  if (!count) {
    return report(count.error());
  }
  const std::uint64_t pages = (*count + size - 1) / size;
  const std::uint64_t minutes = (pages + limit - 1) / limit;
  print(std::to_string(*count) + " statements, " + std::to_string(pages) + " pages of " +
        std::to_string(size) + ", at least " + std::to_string(minutes) + " min at " +
        std::to_string(limit) + " requests a minute\n");
  return 0;
}

}  // namespace fairmon::cli
