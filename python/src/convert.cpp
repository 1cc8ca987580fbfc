// Objects of Python as values of events.

#include "native.hpp"

namespace fairmon_python {

namespace {

/// Microseconds of a timedelta as nanoseconds.
bool duration_ns(nb::handle delta, std::int64_t& out) {
  const auto days = nb::cast<std::int64_t>(delta.attr("days"));
  const auto seconds = nb::cast<std::int64_t>(delta.attr("seconds"));
  const auto micros = nb::cast<std::int64_t>(delta.attr("microseconds"));
  std::int64_t whole = 0;
  return !__builtin_mul_overflow(days * 86'400 + seconds, 1'000'000'000, &whole) &&
         !__builtin_add_overflow(whole, micros * 1000, &out);
}

bool is_nothing(nb::handle object) {
  // pandas has two further ways to say that there is nothing.
  const nb::object name = object.type().attr("__name__");
  const std::string_view type(nb::borrow<nb::str>(name).c_str());
  return type == "NAType" || type == "NaTType";
}

bool convert_moment(nb::handle object, Converted& out) {
  const bool aware = !object.attr("tzinfo").is_none();
  const nb::object epoch = aware ? names().epoch : names().naive_epoch;
  const nb::object delta = object - epoch;
  out.value.kind = FAIRMON_TIME;
  if (!duration_ns(delta, out.value.integer)) {
    return false;
  }
  // A Timestamp of pandas knows nanoseconds.
  if (nb::hasattr(object, "nanosecond")) {
    out.value.integer += nb::cast<std::int64_t>(object.attr("nanosecond"));
  }
  return true;
}

bool convert_integer(nb::handle object, Converted& out) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  out.value.kind = FAIRMON_INTEGER;
  out.value.integer = value;
  if (overflow > 0) {
    const unsigned long long large = PyLong_AsUnsignedLongLong(object.ptr());
    if (PyErr_Occurred() == nullptr) {
      out.value.kind = FAIRMON_UNSIGNED;
      out.value.integer = static_cast<std::int64_t>(large);
      return true;
    }
  }
  const bool failed = overflow != 0 || PyErr_Occurred() != nullptr;
  PyErr_Clear();
  return !failed;
}

bool convert_text(nb::handle object, fairmon_kind kind, Converted& out) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
  if (text == nullptr) {
    PyErr_Clear();  // a lone surrogate
    return false;
  }
  out.value = {kind, 0, 0.0, text, static_cast<std::size_t>(size)};
  return true;
}

/// What is not one of the builtin types.
bool convert_other(nb::handle object, Converted& out) {
  const PythonNames& known = names();
  if (is_nothing(object)) {
    return true;
  }
  if (nb::isinstance(object, known.datetime)) {
    return convert_moment(object, out);
  }
  if (nb::isinstance(object, known.date)) {
    out.value.kind = FAIRMON_TIME;
    const nb::object days = object.attr("toordinal")();
    out.value.integer = (nb::cast<std::int64_t>(days) - 719'163) * 86'400'000'000'000;
    return true;
  }
  if (nb::isinstance(object, known.timedelta)) {
    out.value.kind = FAIRMON_DURATION;
    return duration_ns(object, out.value.integer);
  }
  if (nb::isinstance(object, known.decimal)) {
    out.holder = nb::borrow(object).attr("__format__")("f");
    return convert_text(out.holder, FAIRMON_DECIMAL, out);
  }
  // Scalars of NumPy and others that know the plain object they stand for.
  if (nb::hasattr(object, "item")) {
    nb::object plain = object.attr("item")();
    if (plain.type().is(object.type())) {
      return false;
    }
    const bool done = convert(plain, out);
    if (!out.holder.is_valid()) {
      out.holder = std::move(plain);
    }
    return done;
  }
  return false;
}

}  // namespace

bool convert(nb::handle object, Converted& out) {
  PyObject* const raw = object.ptr();
  out.value = {FAIRMON_ABSENT, 0, 0.0, nullptr, 0};
  if (raw == Py_None) {
    return true;
  }
  if (PyUnicode_Check(raw)) {
    return convert_text(object, FAIRMON_TEXT, out);
  }
  if (PyBool_Check(raw)) {
    out.value.kind = FAIRMON_BOOL;
    out.value.integer = raw == Py_True ? 1 : 0;
    return true;
  }
  if (PyFloat_Check(raw)) {
    out.value.kind = FAIRMON_NUMBER;
    out.value.number = PyFloat_AsDouble(raw);
    return true;
  }
  if (PyLong_Check(raw)) {
    return convert_integer(object, out);
  }
  if (PyBytes_Check(raw)) {
    char* text = nullptr;
    Py_ssize_t size = 0;
    PyBytes_AsStringAndSize(raw, &text, &size);
    out.value = {FAIRMON_BINARY, 0, 0.0, text, static_cast<std::size_t>(size)};
    return true;
  }
  return convert_other(object, out);
}

}  // namespace fairmon_python
