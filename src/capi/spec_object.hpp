#pragma once

#include <fairmon/findings.hpp>
#include <fairmon/shards/plan.hpp>
#include <fairmon/spec.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "capi/handles.hpp"

namespace fairmon::capi {

/// A specification of C: compiled with findings, and without them when a monitor asks for that.
class SpecObject {
 public:
  SpecObject(SourceFile source, CompileOptions options, Spec spec)
      : source_(std::move(source)), options_(std::move(options)), spec_(std::move(spec)) {}

  [[nodiscard]] const Spec& spec(bool findings) {
    if (findings) {
      return spec_;
    }
    std::call_once(once_, [&] { plain_ = compile(source_, options_).spec; });
    return *plain_;
  }
  /// What several monitors can share, those with keys first: of the specification with findings.
  [[nodiscard]] const std::vector<ShardPart>& parts() {
    std::call_once(parts_once_, [&] { parts_ = find_parts(spec_); });
    return parts_;
  }
  [[nodiscard]] const SourceFile& source() const noexcept { return source_; }

 private:
  [[nodiscard]] static std::vector<ShardPart> find_parts(const Spec& spec);

  SourceFile source_;
  CompileOptions options_;
  Spec spec_;
  std::optional<Spec> plain_;
  std::once_flag once_;
  std::vector<ShardPart> parts_;
  std::once_flag parts_once_;
};

[[nodiscard]] Handles<SpecObject>& specs();

/// JSON: everything that is known of a specification without running it.
[[nodiscard]] std::string describe(const Spec& spec);
/// JSON: the parts of a specification, as monitors can be made of them.
[[nodiscard]] std::string describe_parts(const Spec& spec, const std::vector<ShardPart>& parts);
/// JSON: diagnostics as objects, each with its text as the terminal shows it, and all together.
[[nodiscard]] std::string diagnostics_json(const Diagnostics& diagnostics);
/// JSON: pieces of a text with their kinds, for highlighting; offsets count code points.
[[nodiscard]] std::string tokens_json(const SourceFile& source);

}  // namespace fairmon::capi
