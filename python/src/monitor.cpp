// One monitor: events in, verdicts and tables out.

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>
#include <vector>

#include "native.hpp"

namespace fairmon_python {

namespace {

/// Between batches of a long call: has somebody pressed Ctrl-C?
int look_for_signals(void* /*context*/) {
  const nb::gil_scoped_acquire held;
  return PyErr_CheckSignals();
}

/// A structure that a capsule of Python owns, moved out of it.
template <typename Structure>
Structure move_out(nb::handle capsule, const char* name) {
  auto* held = static_cast<Structure*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (held == nullptr) {
    throw nb::python_error();
  }
  Structure moved = *held;
  held->release = nullptr;
  return moved;
}

template <typename Structure>
struct Owned {
  Structure structure;
  ~Owned() {
    if (structure.release != nullptr) {
      structure.release(&structure);
    }
  }
};

}  // namespace

/// `_native.Monitor`; the class of Python derives from it.
class Monitor {
 public:
  /// `inputs`: name, column, and whether anybody needs it. `time`: the column that holds the time;
  /// empty: one of the usual names; None: events have no times.
  Monitor(std::shared_ptr<SpecHandle> spec, const std::string& options, const nb::list& inputs,
          nb::object time, bool now)
      : spec_(std::move(spec)), time_(std::move(time)), now_(now) {
    for (const nb::handle input : inputs) {
      inputs_.push_back({nb::borrow(input[0]), nb::borrow(input[1]), nb::cast<bool>(input[2])});
    }
    check(fairmon_monitor_create(spec_->spec, options.c_str(), &monitor_));
    check(fairmon_monitor_set_pause(monitor_, look_for_signals, nullptr));
  }
  ~Monitor() { fairmon_monitor_free(monitor_); }
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  nb::object push(nb::handle event) {
    // Taken out while it is used: reading an event may call Python, which may push another one.
    Row row = std::exchange(spare_, Row(0));
    row.values.resize(inputs_.size());
    read(event, row);
    std::uint64_t fired = 0;
    // Holding on to the interpreter: letting go of it takes longer than an event.
    const fairmon_status status = fairmon_monitor_push_rows(
        monitor_, row.time_pointer(), row.values.data(), 1, inputs_.size(), &fired);
    row.clear();
    spare_ = std::move(row);
    return verdicts(status, fired);
  }

  nb::object push_rows(const nb::list& events, bool keep) {
    std::vector<fairmon_value> times;
    std::vector<fairmon_value> values;
    std::vector<nb::object> holders;
    Row row(inputs_.size());
    std::int64_t number = 0;
    for (const nb::handle event : events) {
      row.clear();
      number_ = number++;
      read(event, row);
      times.push_back(row.time.value);
      values.insert(values.end(), row.values.begin(), row.values.end());
      for (nb::object& holder : row.holders) {
        holders.push_back(std::move(holder));
      }
      holders.push_back(std::move(row.time.holder));
    }
    number_ = -1;
    std::uint64_t fired = 0;
    fairmon_status status = FAIRMON_OK;
    {
      const nb::gil_scoped_release released;
      status = fairmon_monitor_push_rows(monitor_, times.data(), values.data(), times.size(),
                                         inputs_.size(), &fired);
    }
    return keep ? plain(status) : verdicts(status, fired);
  }

  nb::object push_stream(nb::handle capsule, bool lazy) {
    auto stream = move_out<ArrowArrayStream>(capsule, "arrow_array_stream");
    std::uint64_t fired = 0;
    fairmon_status status = FAIRMON_OK;
    {
      const nb::gil_scoped_release released;
      status = fairmon_monitor_push_stream(monitor_, &stream, lazy ? 1 : 0, &fired);
    }
    if (stream.release != nullptr) {
      stream.release(&stream);  // the monitor was busy and did not take it
    }
    return lazy ? plain(status) : verdicts(status, fired);
  }

  nb::object push_array(nb::handle schema_capsule, nb::handle array_capsule, bool keep) {
    Owned<ArrowSchema> schema{move_out<ArrowSchema>(schema_capsule, "arrow_schema")};
    Owned<ArrowArray> array{move_out<ArrowArray>(array_capsule, "arrow_array")};
    std::uint64_t fired = 0;
    fairmon_status status = FAIRMON_OK;
    {
      const nb::gil_scoped_release released;
      status = fairmon_monitor_push(monitor_, &schema.structure, &array.structure, &fired);
    }
    return keep ? plain(status) : verdicts(status, fired);
  }

  /// With `keep` firings stay in the table of triggers.
  nb::object advance(nb::handle time, bool keep) {
    Converted moment;
    if (!convert(time, moment) || moment.value.kind == FAIRMON_ABSENT) {
      raise(names().failure(static_cast<int>(FAIRMON_USAGE),
                            "a time is a number of seconds since the start, a datetime, or a text "
                            "of one",
                            "", "", -1));
    }
    std::uint64_t fired = 0;
    fairmon_status status = FAIRMON_OK;
    {
      const nb::gil_scoped_release released;
      status = fairmon_monitor_advance(monitor_, &moment.value, &fired);
    }
    return keep ? plain(status) : verdicts(status, fired);
  }

  /// With `keep` firings stay in the table of triggers.
  nb::object finish(bool keep) {
    std::uint64_t fired = 0;
    fairmon_status status = FAIRMON_OK;
    {
      const nb::gil_scoped_release released;
      status = fairmon_monitor_finish(monitor_, &fired);
    }
    return keep ? plain(status) : verdicts(status, fired);
  }

  void reset() { check(fairmon_monitor_reset(monitor_)); }

  Table table(const char* what, const char* name) {
    ArrowArrayStream stream{};
    fairmon_status status = FAIRMON_OK;
    {
      const nb::gil_scoped_release released;
      status = fairmon_monitor_table(monitor_, what, name, &stream);
    }
    check(status);
    return take_table(stream);
  }

  /// Rows that are handed out for good.
  Table take_rows(const char* what, const char* name) {
    ArrowArrayStream stream{};
    fairmon_status status = FAIRMON_OK;
    {
      const nb::gil_scoped_release released;
      status = fairmon_monitor_take_table(monitor_, what, name, &stream);
    }
    check(status);
    return take_table(stream);
  }

  Table route(nb::handle schema_capsule, nb::handle array_capsule, std::uint32_t shards) {
    Owned<ArrowSchema> schema{move_out<ArrowSchema>(schema_capsule, "arrow_schema")};
    Owned<ArrowArray> array{move_out<ArrowArray>(array_capsule, "arrow_array")};
    ArrowArrayStream stream{};
    fairmon_status status = FAIRMON_OK;
    {
      const nb::gil_scoped_release released;
      status =
          fairmon_monitor_route(monitor_, &schema.structure, &array.structure, shards, &stream);
    }
    check(status);
    return take_table(stream);
  }

  nb::object facts() {
    Bytes json;
    check(fairmon_monitor_facts(monitor_, json.target()));
    return json.text();
  }
  nb::bytes save() {
    Bytes state;
    check(fairmon_monitor_save(monitor_, state.target()));
    return state.raw();
  }
  void restore(const nb::bytes& state) {
    check(fairmon_monitor_restore(monitor_, state.c_str(), state.size()));
  }

 private:
  struct Input {
    nb::object name;
    nb::object column;
    bool needed;
  };
  /// One event on its way.
  struct Row {
    explicit Row(std::size_t count) : values(count) {}
    std::vector<fairmon_value> values;
    std::vector<nb::object> holders;
    Converted time;
    bool timed = false;

    [[nodiscard]] const fairmon_value* time_pointer() const {
      return timed ? &time.value : nullptr;
    }
    void clear() {
      holders.clear();
      time = {};
      timed = false;
    }
  };

  /// The value under a key, null without an exception if there is none. New reference.
  static nb::object look_up(nb::handle event, nb::handle key) {
    if (PyDict_Check(event.ptr())) {
      PyObject* found = PyDict_GetItemWithError(event.ptr(), key.ptr());
      if (found == nullptr && PyErr_Occurred() != nullptr) {
        throw nb::python_error();
      }
      return nb::borrow(found);
    }
    PyObject* found = PyObject_GetItem(event.ptr(), key.ptr());
    if (found == nullptr) {
      if (PyErr_ExceptionMatches(PyExc_KeyError) == 0) {
        throw nb::python_error();
      }
      PyErr_Clear();
    }
    return nb::steal(found);
  }

  void unfit(nb::handle stream, nb::handle column, nb::handle value) {
    const nb::str type(value.type().attr("__name__"));
    raise(names().failure(
        static_cast<int>(FAIRMON_INPUT),
        nb::str("a value of the class {} cannot be used{}; give a number, a text, a bool, a "
                "datetime or None")
            .format(type, PyUnicode_Check(value.ptr()) ? ", it is not valid UTF-8" : ""),
        stream, column, number_));
  }

  void read_time(nb::handle event, Row& row) {
    if (time_.is_none()) {
      return;
    }
    row.timed = true;
    if (now_) {
      row.time.value.kind = FAIRMON_TIME;
      row.time.value.integer = nb::cast<std::int64_t>(names().time_ns());
      return;
    }
    if (PyObject_IsTrue(time_.ptr()) == 0) {
      time_ = names().time_key(event);
    }
    nb::object found = look_up(event, time_);
    if (!found.is_valid()) {
      raise(names().missing("", time_, event, number_));
    }
    if (!convert(found, row.time)) {
      unfit(nb::str(""), time_, found);
    }
    if (!row.time.holder.is_valid()) {
      row.time.holder = std::move(found);
    }
  }

  void read(nb::handle event, Row& row) {
    read_time(event, row);
    Converted converted;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const Input& input = inputs_[i];
      row.values[i] = {FAIRMON_ABSENT, 0, 0.0, nullptr, 0};
      if (!input.needed) {
        continue;
      }
      nb::object found = look_up(event, input.column);
      if (!found.is_valid()) {
        raise(names().missing(input.name, input.column, event, number_));
      }
      if (!convert(found, converted)) {
        unfit(input.name, input.column, found);
      }
      row.values[i] = converted.value;
      if (converted.value.text != nullptr) {
        row.holders.push_back(converted.holder.is_valid() ? std::move(converted.holder)
                                                          : std::move(found));
      }
      converted.holder.reset();
    }
  }

  nb::object plain(fairmon_status status) {
    check(status);
    return nb::none();
  }

  /// What fired, taken out; an exception for a failed evaluation brings it along.
  nb::object verdicts(fairmon_status status, std::uint64_t fired) {
    if (status != FAIRMON_OK && status != FAIRMON_EVALUATION) {
      check(status);
    }
    nb::object exception;
    if (status == FAIRMON_EVALUATION) {
      const fairmon_failure& failure = *fairmon_last_failure();
      exception = names().failure(static_cast<int>(status), failure.message, failure.stream,
                                  failure.column, failure.row);
    }
    nb::list all;
    if (fired > 0) {
      ArrowArrayStream stream{};
      check(fairmon_monitor_take(monitor_, &stream));
      all = verdicts_of(take_table(stream));
    }
    if (exception.is_valid()) {
      exception.attr("verdicts") = nb::tuple(all);
      raise(exception);
    }
    return all;
  }

  std::shared_ptr<SpecHandle> spec_;
  std::vector<Input> inputs_;
  Row spare_{0};
  nb::object time_;
  bool now_;
  std::int64_t number_ = -1;
  fairmon_monitor monitor_{0};
};

void add_monitor(nb::module_& module) {
  nb::class_<Monitor>(module, "Monitor")
      .def(nb::init<std::shared_ptr<SpecHandle>, const std::string&, const nb::list&, nb::object,
                    bool>(),
           nb::arg("spec"), nb::arg("options"), nb::arg("inputs"), nb::arg("time").none(),
           nb::arg("now"))
      .def("push", &Monitor::push, nb::arg("event").none())
      .def("push_rows", &Monitor::push_rows, nb::arg("events"), nb::arg("keep"))
      .def("push_stream", &Monitor::push_stream, nb::arg("stream"), nb::arg("lazy"))
      .def("push_array", &Monitor::push_array, nb::arg("schema"), nb::arg("array"), nb::arg("keep"))
      .def("advance", &Monitor::advance, nb::arg("time").none(), nb::arg("keep") = false)
      .def("finish", &Monitor::finish, nb::arg("keep"))
      .def("reset", &Monitor::reset)
      .def("table", &Monitor::table, nb::arg("what"), nb::arg("name"))
      .def("take_table", &Monitor::take_rows, nb::arg("what"), nb::arg("name"))
      .def("route", &Monitor::route, nb::arg("schema"), nb::arg("array"), nb::arg("shards"))
      .def("facts", &Monitor::facts)
      .def("save", &Monitor::save)
      .def("restore", &Monitor::restore, nb::arg("state"));
}

}  // namespace fairmon_python
