// What the files of the native module share. It speaks to libfairmon.so through fairmon/c.h only.
#pragma once

#include <fairmon/c.h>
#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <string>

namespace fairmon_python {

namespace nb = nanobind;

/// Classes of Python that are asked for again and again. Made when first needed, never given back:
/// at the end of the interpreter there would be nobody to give them back to.
struct PythonNames {
  nb::object failure;    ///< fairmon.errors.make
  nb::object missing;    ///< fairmon.errors.missing_key
  nb::object time_key;   ///< fairmon.errors.time_key
  nb::object verdict;    ///< fairmon.verdicts.make
  nb::object datetime;   ///< the class
  nb::object date;       ///< the class
  nb::object timedelta;  ///< the class
  nb::object epoch;      ///< 1970-01-01 in UTC
  nb::object naive_epoch;
  nb::object decimal;  ///< the class
  nb::object time_ns;  ///< time.time_ns
};
[[nodiscard]] const PythonNames& names();

/// Raises what the last call of the library told, unless the status is fine. An exception that is
/// pending already (an interrupt, a failing iterator) goes first.
void check(fairmon_status status);
[[noreturn]] void raise(const nb::object& exception);

/// Bytes of the library on their way to Python.
class Bytes {
 public:
  Bytes() = default;
  ~Bytes() { fairmon_bytes_free(&bytes_); }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;
  [[nodiscard]] fairmon_bytes* target() { return &bytes_; }
  [[nodiscard]] nb::object text() const {
    return nb::steal(PyUnicode_DecodeUTF8(bytes_.data == nullptr ? "" : bytes_.data,
                                          static_cast<Py_ssize_t>(bytes_.size), "replace"));
  }
  [[nodiscard]] nb::bytes raw() const { return nb::bytes(bytes_.data, bytes_.size); }

 private:
  fairmon_bytes bytes_{nullptr, 0};
};

/// A value of an event. Texts point into `holder` or into the object it was made from.
struct Converted {
  fairmon_value value{FAIRMON_ABSENT, 0, 0.0, nullptr, 0};
  nb::object holder;
};
/// False if no value can be made of the object.
[[nodiscard]] bool convert(nb::handle object, Converted& out);

/// A compiled specification; freed with the last object that uses it.
struct SpecHandle {
  fairmon_spec spec{0};
  SpecHandle() = default;
  ~SpecHandle() { fairmon_spec_free(spec); }
  SpecHandle(const SpecHandle&) = delete;
  SpecHandle& operator=(const SpecHandle&) = delete;
};

/// Columns of results: what came out of the library, shared by all who look at it.
struct TableData {
  ArrowSchema schema{};
  ArrowArray array{};
  TableData() = default;
  ~TableData();
  TableData(const TableData&) = delete;
  TableData& operator=(const TableData&) = delete;
};
struct Table {
  std::shared_ptr<const TableData> data;
  std::int64_t first = 0;
  std::int64_t count = 0;
};
/// Takes over a stream with one record batch.
[[nodiscard]] Table take_table(ArrowArrayStream& stream);
[[nodiscard]] nb::object cell_of(const Table& table, std::int64_t column, std::int64_t row);
/// The rows of a table of firings as verdicts.
[[nodiscard]] nb::list verdicts_of(const Table& firings);

void add_language(nb::module_& module);
void add_table(nb::module_& module);
void add_monitor(nb::module_& module);

}  // namespace fairmon_python
