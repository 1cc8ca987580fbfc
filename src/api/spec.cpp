#include <fairmon/spec.hpp>

#include "api/spec_body.hpp"

namespace fairmon {

Type StreamInfo::instance_type() const {
  std::vector<Type> parts;
  for (const Parameter& parameter : parameters) {
    parts.push_back(parameter.type);
  }
  return Type::tuple(std::move(parts));
}

Spec::Spec(std::shared_ptr<const detail::SpecBody> body) : body_(std::move(body)) {}

std::span<const StreamInfo> Spec::streams() const noexcept { return body_->streams; }

std::size_t Spec::num_inputs() const noexcept { return body_->program->num_inputs; }

std::optional<std::uint32_t> Spec::find_stream(std::string_view name) const noexcept {
  for (std::uint32_t i = 0; i < body_->streams.size(); ++i) {
    if (body_->streams[i].name == name) {
      return i;
    }
  }
  return std::nullopt;
}

std::span<const PanelInfo> Spec::panels() const noexcept { return body_->panels; }

const InputSchema& Spec::input_schema() const noexcept { return body_->schema; }

const SourceFile& Spec::source() const noexcept { return body_->source; }

const std::string& Spec::digest() const noexcept { return body_->digest(); }

}  // namespace fairmon
