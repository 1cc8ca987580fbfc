#include "native.hpp"

namespace fairmon_python {

const PythonNames& names() {
  static const PythonNames* const found = [] {
    const nb::module_ errors = nb::module_::import_("fairmon.errors");
    const nb::module_ verdicts = nb::module_::import_("fairmon.verdicts");
    const nb::module_ datetime = nb::module_::import_("datetime");
    const nb::object utc = datetime.attr("timezone").attr("utc");
    const nb::object moment = datetime.attr("datetime");
    return new PythonNames{errors.attr("make"),
                           errors.attr("missing_key"),
                           errors.attr("time_key"),
                           verdicts.attr("make"),
                           moment,
                           datetime.attr("date"),
                           datetime.attr("timedelta"),
                           moment(1970, 1, 1, nb::arg("tzinfo") = utc),
                           moment(1970, 1, 1),
                           nb::module_::import_("decimal").attr("Decimal"),
                           nb::module_::import_("time").attr("time_ns")};
  }();
  return *found;
}

void raise(const nb::object& exception) {
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
  throw nb::python_error();
}

void check(fairmon_status status) {
  if (PyErr_Occurred() != nullptr) {
    throw nb::python_error();
  }
  if (status != FAIRMON_OK) {
    const fairmon_failure& failure = *fairmon_last_failure();
    raise(names().failure(static_cast<int>(failure.status), failure.message, failure.stream,
                          failure.column, failure.row));
  }
}

}  // namespace fairmon_python

NB_MODULE(_native, module) {
  module.doc() = "FairMon's engine, through the C interface of libfairmon.so";
  // Objects that live until the end of Python are no business of whoever ends it.
  nanobind::set_leak_warnings(false);
  module.attr("version") = fairmon_version();
  module.def("is_main_interpreter",
             [] { return PyInterpreterState_GetID(PyInterpreterState_Get()) == 0; });
  fairmon_python::add_language(module);
  fairmon_python::add_table(module);
  fairmon_python::add_monitor(module);
}
