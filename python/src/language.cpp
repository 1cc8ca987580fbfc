// Specifications: compiling them and asking about them.

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <optional>

#include "native.hpp"

namespace fairmon_python {

namespace {

/// The specification, or None, and the diagnostics as JSON.
nb::tuple compile_text(const std::string& text, const std::string& name,
                       const std::string& options) {
  auto handle = std::make_shared<SpecHandle>();
  Bytes diagnostics;
  fairmon_status status = FAIRMON_OK;
  {
    const nb::gil_scoped_release released;
    status = fairmon_compile(text.data(), text.size(), name.c_str(), options.c_str(), &handle->spec,
                             diagnostics.target());
  }
  if (status != FAIRMON_SPECIFICATION) {
    check(status);
  }
  return nb::make_tuple(status == FAIRMON_OK ? nb::cast(handle) : nb::none(), diagnostics.text());
}

nb::object describe(const SpecHandle& handle) {
  Bytes json;
  check(fairmon_spec_describe(handle.spec, json.target()));
  return json.text();
}

nb::object report(const SpecHandle& handle, const char* what) {
  Bytes text;
  check(fairmon_spec_report(handle.spec, what, text.target()));
  return text.text();
}

/// None if the text has errors.
nb::object text_tool(const char* what, const std::string& text) {
  Bytes result;
  const fairmon_status status = fairmon_text_tool(what, text.data(), text.size(), result.target());
  if (status == FAIRMON_SPECIFICATION) {
    return nb::none();
  }
  check(status);
  return result.text();
}

nb::object catalogue() {
  Bytes json;
  check(fairmon_catalogue(json.target()));
  return json.text();
}

nb::object first_specification(const std::string& csv, const std::string& options) {
  Bytes text;
  check(fairmon_first_specification(csv.data(), csv.size(), options.c_str(), text.target()));
  return text.text();
}

nb::object compare(const std::string& before, const std::string& after,
                   const std::string& options) {
  Bytes json;
  check(fairmon_compare(before.data(), before.size(), after.data(), after.size(), options.c_str(),
                        json.target()));
  return json.text();
}

}  // namespace

void add_language(nb::module_& module) {
  nb::class_<SpecHandle>(module, "SpecHandle");
  module.def("compile", compile_text, nb::arg("text"), nb::arg("name"), nb::arg("options"));
  module.def("describe", describe, nb::arg("spec"));
  module.def("report", report, nb::arg("spec"), nb::arg("what"));
  module.def("text_tool", text_tool, nb::arg("what"), nb::arg("text"));
  module.def("catalogue", catalogue);
  module.def("compare", compare, nb::arg("before"), nb::arg("after"), nb::arg("options"));
  module.def("first_specification", first_specification, nb::arg("csv"), nb::arg("options"));
}

}  // namespace fairmon_python
