#include <fairmon/plugin.hpp>

#include "plugins/inputs/dsa/api_source.hpp"
#include "plugins/inputs/dsa/settings.hpp"

namespace fairmon::plugins::inputs {

namespace {

constexpr std::string_view kDocumentation =
    R"(Reads Statements of Reasons from the research API of the EU's DSA Transparency Database.

Inputs of the specification are fields of a statement and have their names; `fairmon dsa
fields` lists them with types and codes. The time of an event is `created_at`; the clock
starts at midnight (UTC) of `--from`. Absent fields (often `content_language`) are absent
values.

Statements come in the order of `created_at`, so none is late. The end is compared with the
number that the service counts: missing statements are asked for again, and if they do not
come, the run ends with an error that says how many.

Only fields that the specification reads are asked for, and statements that cannot change any
verdict are left out by the service itself; `fairmon dsa plan SPEC` shows the filter. The
quota of the service (50 requests a minute) is kept. A run with `--checkpoint` goes on after
an interruption at the next statement.

The API needs a token with research permission. It is never printed, logged or stored.
)";

Result<std::unique_ptr<EventSource>> make(const OptionValues& options,
                                          const std::vector<std::string>& targets) {
  if (!targets.empty()) {
    return Error(ErrorCode::Usage,
                 "the DSA source reads no files; daily dumps are read by "
                 "`dsa-dump`");
  }
  auto settings = dsa_settings(options);
  if (!settings) {
    return std::move(settings).error();
  }
  return std::unique_ptr<EventSource>(std::make_unique<DsaApiSource>(std::move(*settings)));
}

}  // namespace

extern const InputPlugin dsa;
const InputPlugin dsa = {
    "dsa",          "statements of reasons from the EU's DSA Transparency Database",
    kDocumentation, {},
    dsa_options,    make};

}  // namespace fairmon::plugins::inputs
