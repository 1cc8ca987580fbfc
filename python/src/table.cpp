// Tables of results: one record batch that is shared by everybody who reads it.

#include <nanobind/stl/string.h>

#include <cstring>
#include <new>
#include <string_view>
#include <vector>

#include "native.hpp"

namespace fairmon_python {

TableData::~TableData() {
  if (array.release != nullptr) {
    array.release(&array);
  }
  if (schema.release != nullptr) {
    schema.release(&schema);
  }
}

Table take_table(ArrowArrayStream& stream) {
  auto data = std::make_shared<TableData>();
  const bool read =
      stream.get_schema(&stream, &data->schema) == 0 && stream.get_next(&stream, &data->array) == 0;
  stream.release(&stream);
  if (!read) {
    throw std::bad_alloc();
  }
  const std::int64_t count = data->array.length;
  return {std::move(data), 0, count};
}

namespace {

const ArrowArray& column_of(const Table& table, std::int64_t column) {
  return *table.data->array.children[column];
}

std::string_view format_of(const Table& table, std::int64_t column) {
  return table.data->schema.children[column]->format;
}

template <typename T>
T value_at(const ArrowArray& array, std::int64_t row) {
  return static_cast<const T*>(array.buffers[1])[row];
}

std::string_view text_at(const ArrowArray& array, std::int64_t row, bool large) {
  const auto begin =
      large ? value_at<std::int64_t>(array, row) : value_at<std::int32_t>(array, row);
  const auto end =
      large ? value_at<std::int64_t>(array, row + 1) : value_at<std::int32_t>(array, row + 1);
  return {static_cast<const char*>(array.buffers[2]) + begin,
          static_cast<std::size_t>(end - begin)};
}

nb::object text_object(std::string_view text) {
  return nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

nb::object delta_of(std::int64_t nanoseconds) {
  const std::int64_t micros = nanoseconds / 1000 - (nanoseconds % 1000 < 0 ? 1 : 0);
  return names().timedelta(0, 0, micros);
}

// ---- The same batch handed to others ----

/// What an exported structure holds: the table, and room for its children.
template <typename Structure>
struct Export {
  std::shared_ptr<const TableData> data;
  std::vector<Structure> children;
  std::vector<Structure*> pointers;
};

template <typename Structure>
void release_export(Structure* structure) {
  for (std::int64_t i = 0; i < structure->n_children; ++i) {
    if (structure->children[i]->release != nullptr) {
      structure->children[i]->release(structure->children[i]);
    }
  }
  delete static_cast<Export<Structure>*>(structure->private_data);
  structure->release = nullptr;
}

template <typename Structure>
Structure shared_copy(const Structure& from, const std::shared_ptr<const TableData>& data) {
  Structure copy = from;
  auto* body = new Export<Structure>{data, {}, {}};
  for (std::int64_t i = 0; i < from.n_children; ++i) {
    body->children.push_back(shared_copy(*from.children[i], data));
  }
  for (Structure& child : body->children) {
    body->pointers.push_back(&child);
  }
  copy.children = body->pointers.data();
  copy.release = release_export<Structure>;
  copy.private_data = body;
  return copy;
}

struct StreamBody {
  Table table;
  bool done = false;
};

int stream_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  const Table& table = static_cast<StreamBody*>(stream->private_data)->table;
  *out = shared_copy(table.data->schema, table.data);
  return 0;
}

int stream_next(ArrowArrayStream* stream, ArrowArray* out) {
  auto& body = *static_cast<StreamBody*>(stream->private_data);
  *out = ArrowArray{};
  if (!body.done) {
    *out = shared_copy(body.table.data->array, body.table.data);
    out->length = body.table.count;
    for (std::int64_t i = 0; i < out->n_children; ++i) {
      // Not the offset of the batch itself: pyarrow does not read such batches.
      ArrowArray& column = *out->children[i];
      column.null_count =
          column.null_count > 0 && column.length != out->length ? -1 : column.null_count;
      column.offset = body.table.first;
      column.length = body.table.count;
    }
    body.done = true;
  }
  return 0;
}

const char* stream_error(ArrowArrayStream*) { return nullptr; }

void stream_release(ArrowArrayStream* stream) {
  delete static_cast<StreamBody*>(stream->private_data);
  stream->release = nullptr;
}

template <typename Structure>
nb::object capsule_of(Structure structure, const char* name) {
  auto* owned = new Structure(structure);
  PyObject* capsule = PyCapsule_New(owned, name, [](PyObject* object) {
    auto* held = static_cast<Structure*>(PyCapsule_GetPointer(object, PyCapsule_GetName(object)));
    if (held->release != nullptr) {
      held->release(held);
    }
    delete held;
  });
  return nb::steal(capsule);
}

nb::object export_stream(const Table& table, const nb::object& /*requested*/) {
  return capsule_of(ArrowArrayStream{stream_schema, stream_next, stream_error, stream_release,
                                     new StreamBody{table}},
                    "arrow_array_stream");
}

nb::object export_schema(const Table& table) {
  return capsule_of(shared_copy(table.data->schema, table.data), "arrow_schema");
}

nb::list column_list(const Table& table, std::int64_t column) {
  nb::list cells;
  for (std::int64_t row = 0; row < table.count; ++row) {
    cells.append(cell_of(table, column, row));
  }
  return cells;
}

nb::list columns(const Table& table) {
  nb::list all;
  const ArrowSchema& schema = table.data->schema;
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    all.append(nb::make_tuple(schema.children[i]->name, schema.children[i]->format));
  }
  return all;
}

Table slice(const Table& table, std::int64_t first, std::int64_t count) {
  return {table.data, table.first + first, count};
}

}  // namespace

nb::object cell_of(const Table& table, std::int64_t column, std::int64_t place) {
  const ArrowArray& array = column_of(table, column);
  const std::string_view format = format_of(table, column);
  const std::int64_t row = table.first + place;
  const auto* validity = static_cast<const std::uint8_t*>(array.buffers[0]);
  if (validity != nullptr && (validity[row / 8] >> (row % 8) & 1) == 0) {
    return nb::none();
  }
  if (format == "l") {
    return nb::int_(value_at<std::int64_t>(array, row));
  }
  if (format == "L") {
    return nb::int_(value_at<std::uint64_t>(array, row));
  }
  if (format == "g") {
    return nb::float_(value_at<double>(array, row));
  }
  if (format == "b") {
    return nb::bool_((value_at<std::uint8_t>(array, row / 8) >> (row % 8) & 1) != 0);
  }
  if (format == "tDn") {
    return delta_of(value_at<std::int64_t>(array, row));
  }
  if (format == "tsn:UTC") {
    return names().epoch + delta_of(value_at<std::int64_t>(array, row));
  }
  const std::string_view text = text_at(array, row, format == "U" || format == "Z");
  if (format == "z" || format == "Z") {
    return nb::bytes(text.data(), text.size());
  }
  return text_object(text);
}

nb::list verdicts_of(const Table& firings) {
  nb::list verdicts;
  for (std::int64_t row = 0; row < firings.count; ++row) {
    // time, trigger, instance, message, value, n, id, key, lower, upper, state
    verdicts.append(names().verdict(cell_of(firings, 0, row), cell_of(firings, 1, row),
                                    cell_of(firings, 7, row), cell_of(firings, 4, row),
                                    cell_of(firings, 5, row), cell_of(firings, 3, row),
                                    cell_of(firings, 6, row), cell_of(firings, 8, row),
                                    cell_of(firings, 9, row), cell_of(firings, 10, row)));
  }
  return verdicts;
}

void add_table(nb::module_& module) {
  nb::class_<Table>(module, "Table")
      .def("__len__", [](const Table& table) { return table.count; })
      .def("__arrow_c_stream__", export_stream, nb::arg("requested_schema") = nb::none())
      .def("__arrow_c_schema__", export_schema)
      .def("columns", columns)
      .def("column", column_list, nb::arg("place"))
      .def(
          "cell",
          [](const Table& table, std::int64_t column, std::int64_t row) {
            return cell_of(table, column, row);
          },
          nb::arg("column"), nb::arg("row"))
      .def("slice", slice, nb::arg("first"), nb::arg("count"));
}

}  // namespace fairmon_python
