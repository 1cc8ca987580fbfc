/* Watches five decisions through fairmon/c.h, and checks that wrong calls are errors. */
#include <fairmon/c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kText[] =
    "input group : String\n"
    "input hired : Bool\n"
    "#[plot]\n"
    "output rate(g) spawn with group\n"
    "  eval when group == g with if hired then 1.0 else 0.0\n"
    "trigger @group rate(\"a\").hold(or: 1.0) < 0.5 \"a was rejected\"\n";

static void expect(int fine, const char* what) {
  if (!fine) {
    fprintf(stderr, "%s: %s\n", what, fairmon_last_failure()->message);
    exit(1);
  }
}

static void no_release_schema(struct ArrowSchema* schema) { schema->release = NULL; }
static void no_release_array(struct ArrowArray* array) { array->release = NULL; }

static struct ArrowSchema field(const char* name, const char* format) {
  struct ArrowSchema schema = {format, name, NULL, ARROW_FLAG_NULLABLE, 0, NULL, NULL,
                               no_release_schema, NULL};
  return schema;
}

static struct ArrowArray column(int64_t length, int64_t n_buffers, const void** buffers) {
  struct ArrowArray array = {length, 0, 0, n_buffers, 0, buffers, NULL, NULL, no_release_array,
                             NULL};
  return array;
}

/* Three columns of four rows: time in seconds, a text, bits. The last row has no decision. */
static fairmon_status push_batch(fairmon_monitor monitor, double first, uint64_t* fired) {
  double times[4];
  static const int32_t offsets[] = {0, 1, 2, 3, 4};
  static const uint8_t bits[] = {0x0a};
  static const uint8_t valid[] = {0x07};
  const void* time_buffers[2];
  const void* text_buffers[3];
  const void* bit_buffers[2];
  struct ArrowSchema fields[3], *field_pointers[3], schema = field("", "+s");
  struct ArrowArray columns[3], *column_pointers[3], batch;
  const void* none[1] = {NULL};
  int i;
  for (i = 0; i < 4; ++i) {
    times[i] = first + i;
  }
  time_buffers[0] = NULL, time_buffers[1] = times;
  text_buffers[0] = NULL, text_buffers[1] = offsets, text_buffers[2] = "aabb";
  bit_buffers[0] = valid, bit_buffers[1] = bits;
  fields[0] = field("time", "g"), fields[1] = field("group", "u"), fields[2] = field("hired", "b");
  columns[0] = column(4, 2, time_buffers), columns[1] = column(4, 3, text_buffers);
  columns[2] = column(4, 2, bit_buffers), columns[2].null_count = 1;
  for (i = 0; i < 3; ++i) {
    field_pointers[i] = &fields[i];
    column_pointers[i] = &columns[i];
  }
  schema.n_children = 3, schema.children = field_pointers;
  batch = column(4, 1, none);
  batch.n_children = 3, batch.children = column_pointers;
  return fairmon_monitor_push(monitor, &schema, &batch, fired);
}

static int64_t rows_of(struct ArrowArrayStream* stream) {
  struct ArrowSchema schema;
  struct ArrowArray array;
  int64_t rows = 0;
  expect(stream->get_schema(stream, &schema) == 0, "schema");
  while (stream->get_next(stream, &array) == 0 && array.release != NULL) {
    rows += array.length;
    array.release(&array);
  }
  schema.release(&schema);
  stream->release(stream);
  return rows;
}

static void misuse(fairmon_spec spec, fairmon_monitor monitor) {
  fairmon_monitor none = {0}, confused;
  fairmon_bytes bytes;
  uint64_t fired;
  confused.number = spec.number;
  expect(fairmon_monitor_reset(none) == FAIRMON_HANDLE, "no handle");
  expect(fairmon_monitor_reset(confused) == FAIRMON_HANDLE, "a handle of another kind");
  expect(fairmon_monitor_push(monitor, NULL, NULL, &fired) == FAIRMON_USAGE, "null");
  expect(fairmon_monitor_save(monitor, NULL) == FAIRMON_USAGE, "null result");
  expect(fairmon_monitor_create(spec, "{\"tme\": 1}", &none) == FAIRMON_USAGE, "unknown option");
  expect(strstr(fairmon_last_failure()->message, "time") != NULL, "the nearest option");
  expect(fairmon_compile("trigger nothing", 15, NULL, NULL, &spec, &bytes) ==
             FAIRMON_SPECIFICATION,
         "an error in the text");
  expect(bytes.size > 0 && spec.number == 0, "diagnostics");
  fairmon_bytes_free(&bytes);
  fairmon_bytes_free(&bytes);
  expect(push_batch(monitor, 0.0, &fired) == FAIRMON_INPUT, "time that goes back");
  expect(fairmon_last_failure()->row == 0, "its row");
}

/* The specification as parts that several monitors can share. */
static void share(fairmon_spec spec) {
  fairmon_monitor part, whole;
  fairmon_bytes json;
  struct ArrowArrayStream table;
  uint64_t fired;
  expect(fairmon_spec_report(spec, "parts", &json) == FAIRMON_OK, "parts");
  expect(strstr(json.data, "\"hash\":\"fnv1a-64-mixed\"") != NULL, "the name of the hash");
  fairmon_bytes_free(&json);
  expect(fairmon_spec_report(spec, "plan", &json) == FAIRMON_OK, "plan");
  fairmon_bytes_free(&json);
  expect(fairmon_monitor_create(spec, "{\"part\": 99}", &part) == FAIRMON_USAGE, "no such part");
  expect(fairmon_monitor_create(spec, "{\"part\": -1}", &part) == FAIRMON_USAGE, "no number");
  expect(fairmon_monitor_create(spec, "{\"part\": 0}", &part) == FAIRMON_OK, "a part");
  expect(fairmon_monitor_create(spec, NULL, &whole) == FAIRMON_OK, "the whole");
  expect(push_batch(whole, 1.0, &fired) == FAIRMON_OK && fired == 1, "events of the whole");
  expect(fairmon_monitor_take_table(whole, "values", "rate", &table) == FAIRMON_OK, "take");
  expect(rows_of(&table) == 3, "three values");
  expect(fairmon_monitor_take_table(whole, "values", "rate", &table) == FAIRMON_OK, "take again");
  expect(rows_of(&table) == 0, "which are forgotten");
  expect(fairmon_monitor_take_table(whole, "readings", "rate", &table) == FAIRMON_USAGE,
         "what cannot be taken");
  expect(fairmon_monitor_route(whole, NULL, NULL, 4, &table) == FAIRMON_USAGE, "no events");
  expect(fairmon_monitor_free(part) == FAIRMON_OK, "free the part");
  expect(fairmon_monitor_free(whole) == FAIRMON_OK, "free the whole");
}

/* Two runs in which every one of a hundred was hired, or nobody. */
static void compare_runs(void) {
  static const char none[] =
      "{\"values\": {\"rate\": [{\"instance\": [\"a\"], \"value\": 0, \"n\": 100, \"hits\": 0}]},"
      " \"provenance\": {}}";
  static const char all[] =
      "{\"values\": {\"rate\": [{\"instance\": [\"a\"], \"value\": 1, \"n\": 100, \"hits\": 100}]},"
      " \"provenance\": {}}";
  fairmon_bytes json;
  expect(fairmon_compare(none, sizeof none - 1, all, sizeof all - 1, NULL, &json) == FAIRMON_OK,
         "compare");
  expect(strstr(json.data, "\"certain\": true") != NULL, "a sure difference");
  fairmon_bytes_free(&json);
  expect(fairmon_compare("[]", 2, all, sizeof all - 1, NULL, &json) == FAIRMON_INPUT, "no document");
  expect(fairmon_compare(none, sizeof none - 1, all, sizeof all - 1, "{\"level\": 2}", &json) ==
             FAIRMON_USAGE,
         "a level of two");
}

int main(void) {
  fairmon_spec spec;
  fairmon_monitor monitor, other;
  fairmon_bytes before, after;
  fairmon_value time = {FAIRMON_NUMBER, 0, 20.0, NULL, 0};
  fairmon_value row[2] = {{FAIRMON_TEXT, 0, 0.0, "a", 1}, {FAIRMON_BOOL, 0, 0.0, NULL, 0}};
  struct ArrowArrayStream table;
  uint64_t fired = 0;
  expect(fairmon_c_version() == FAIRMON_C_VERSION, "version");
  expect(fairmon_compile(kText, sizeof kText - 1, "watch.lola", NULL, &spec, NULL) == FAIRMON_OK,
         "compile");
  expect(fairmon_monitor_create(spec, NULL, &monitor) == FAIRMON_OK, "create");
  expect(push_batch(monitor, 1.0, &fired) == FAIRMON_OK && fired == 1, "the first batch");
  misuse(spec, monitor);
  share(spec);
  expect(fairmon_monitor_save(monitor, &before) == FAIRMON_OK, "save");
  expect(fairmon_monitor_create(spec, NULL, &other) == FAIRMON_OK, "create again");
  expect(fairmon_monitor_restore(other, before.data, before.size) == FAIRMON_OK, "restore");
  expect(fairmon_monitor_restore(other, before.data, before.size / 2) == FAIRMON_CHECKPOINT,
         "half a state");
  expect(fairmon_monitor_save(other, &after) == FAIRMON_OK, "save again");
  expect(before.size == after.size && memcmp(before.data, after.data, after.size) == 0, "equal");
  fairmon_bytes_free(&before);
  fairmon_bytes_free(&after);
  expect(fairmon_monitor_push_rows(monitor, &time, row, 1, 2, &fired) == FAIRMON_OK && fired == 1,
         "one event");
  expect(fairmon_monitor_finish(monitor, NULL) == FAIRMON_OK, "finish");
  expect(fairmon_monitor_table(monitor, "values", "rate", &table) == FAIRMON_OK, "values");
  expect(rows_of(&table) == 4, "four values");
  expect(fairmon_monitor_table(monitor, "triggers", "", &table) == FAIRMON_OK, "triggers");
  expect(rows_of(&table) == 2, "two firings");
  expect(fairmon_spec_free(spec) == FAIRMON_OK, "free the specification");
  expect(fairmon_monitor_reset(monitor) == FAIRMON_OK, "a monitor outlives it");
  expect(fairmon_monitor_free(monitor) == FAIRMON_OK, "free");
  expect(fairmon_monitor_free(monitor) == FAIRMON_HANDLE, "free twice");
  expect(fairmon_monitor_free(other) == FAIRMON_OK, "free the other");
  compare_runs();
  puts("all as expected");
  return 0;
}
