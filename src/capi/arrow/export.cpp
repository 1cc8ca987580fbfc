#include <cerrno>
#include <new>

#include "capi/arrow/table.hpp"

namespace fairmon::capi {

namespace {

using Columns = std::vector<TableColumn>;
using Shared = std::shared_ptr<const Columns>;

/// What a schema of ours keeps alive.
struct SchemaBody {
  Shared columns;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
};

/// Likewise an array. A child may be moved away and outlive its parent, so it holds the columns
/// too.
struct ArrayBody {
  Shared columns;
  std::vector<const void*> buffers;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
};

template <typename Structure, typename Body>
void release_structure(Structure* structure) {
  for (std::int64_t i = 0; i < structure->n_children; ++i) {
    if (structure->children[i]->release != nullptr) {
      structure->children[i]->release(structure->children[i]);
    }
  }
  delete static_cast<Body*>(structure->private_data);
  structure->release = nullptr;
}

ArrowSchema make_schema(const Shared& columns, const char* format, const char* name) {
  ArrowSchema schema{};
  schema.format = format;
  schema.name = name;
  schema.flags = ARROW_FLAG_NULLABLE;
  schema.release = release_structure<ArrowSchema, SchemaBody>;
  schema.private_data = new SchemaBody{columns, {}, {}};
  return schema;
}

ArrowArray make_array(const Shared& columns, std::int64_t length, std::int64_t num_nulls,
                      std::vector<const void*> buffers) {
  ArrowArray array{};
  auto* body = new ArrayBody{columns, std::move(buffers), {}, {}};
  array.length = length;
  array.null_count = num_nulls;
  array.n_buffers = static_cast<std::int64_t>(body->buffers.size());
  array.buffers = body->buffers.data();
  array.release = release_structure<ArrowArray, ArrayBody>;
  array.private_data = body;
  return array;
}

template <typename Structure, typename Body>
void adopt(Structure& parent, std::vector<Structure> children) {
  auto* body = static_cast<Body*>(parent.private_data);
  body->children = std::move(children);
  for (Structure& child : body->children) {
    body->pointers.push_back(&child);
  }
  parent.n_children = static_cast<std::int64_t>(body->pointers.size());
  parent.children = body->pointers.data();
}

struct StreamBody {
  Shared columns;
  bool done = false;
};

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  const Shared& columns = static_cast<StreamBody*>(stream->private_data)->columns;
  try {
    std::vector<ArrowSchema> children;
    children.reserve(columns->size());
    for (const TableColumn& column : *columns) {
      children.push_back(make_schema(columns, column.format().c_str(), column.name().c_str()));
    }
    *out = make_schema(columns, "+s", "");
    out->flags = 0;
    adopt<ArrowSchema, SchemaBody>(*out, std::move(children));
    return 0;
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  auto& body = *static_cast<StreamBody*>(stream->private_data);
  *out = ArrowArray{};
  if (body.done) {
    return 0;
  }
  try {
    std::vector<ArrowArray> children;
    children.reserve(body.columns->size());
    for (const TableColumn& column : *body.columns) {
      children.push_back(
          make_array(body.columns, column.length(), column.num_nulls(), column.buffers()));
    }
    const std::int64_t length = body.columns->empty() ? 0 : body.columns->front().length();
    *out = make_array(body.columns, length, 0, {nullptr});
    adopt<ArrowArray, ArrayBody>(*out, std::move(children));
    body.done = true;
    return 0;
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

const char* get_last_error(ArrowArrayStream*) { return nullptr; }

void release_stream(ArrowArrayStream* stream) {
  delete static_cast<StreamBody*>(stream->private_data);
  stream->release = nullptr;
}

}  // namespace

void export_table(std::vector<TableColumn> columns, ArrowArrayStream& out) {
  for (TableColumn& column : columns) {
    column.seal();
  }
  auto* body = new StreamBody{std::make_shared<const Columns>(std::move(columns))};
  out = ArrowArrayStream{get_schema, get_next, get_last_error, release_stream, body};
}

}  // namespace fairmon::capi
