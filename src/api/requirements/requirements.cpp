#include <fairmon/findings.hpp>

#include "api/requirements/reader.hpp"
#include "api/spec_body.hpp"

namespace fairmon {

namespace {

api::Front front_of(const Spec& spec) {
  Diagnostics known;  // it compiled before
  return api::analyse_source(spec.source(), known, {spec.body().level});
}

}  // namespace

std::vector<Requirement> requirements(const Spec& spec) {
  const api::Front front = front_of(spec);
  return api::RequirementReader(front, static_cast<std::uint32_t>(spec.num_inputs())).read();
}

std::string definition_of(const Spec& spec, std::uint32_t stream) {
  const api::Front front = front_of(spec);
  return api::RequirementReader(front, static_cast<std::uint32_t>(spec.num_inputs()))
      .definition(stream);
}

}  // namespace fairmon
