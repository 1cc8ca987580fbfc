/* FairMon for programs in C and every language that can call it: `libfairmon.so`.
 *
 * Every call returns a status; after one that is not FAIRMON_OK, fairmon_last_failure() tells what
 * happened, on the same thread and until the next call. Nothing throws across this interface.
 * Handles are numbers: one that was freed, never made, or of another kind is FAIRMON_HANDLE, never
 * a crash; 0 is no handle. A specification may be used by several threads at once, a monitor by one
 * at a time: a second one gets FAIRMON_BUSY.
 *
 * Data cross as structures of the Arrow C data interface, so that nobody needs an Arrow library.
 * Options and descriptions cross as JSON. Texts are UTF-8.
 *
 * Stable: names, types and meaning stay within one FAIRMON_C_VERSION; functions may be added. */
#ifndef FAIRMON_C_H
#define FAIRMON_C_H

/* NOLINTBEGIN: a header of C */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FAIRMON_C_VERSION 1

/* As in the specification of the Arrow C data and C stream interface. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE
#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};
struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};
#endif
#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};
#endif

typedef enum fairmon_status {
  FAIRMON_OK = 0,
  FAIRMON_USAGE = 1,         /* an argument or option does not make sense */
  FAIRMON_SPECIFICATION = 2, /* the specification does not compile */
  FAIRMON_INPUT = 3,         /* the data do not fit; nothing was applied */
  FAIRMON_EVALUATION = 4,    /* a stream could not be evaluated */
  FAIRMON_CHECKPOINT = 5,    /* a saved state is damaged or of another specification */
  FAIRMON_HANDLE = 6,        /* no such handle */
  FAIRMON_BUSY = 7,          /* the monitor is being used by another thread */
  FAIRMON_CANCELLED = 8,     /* the callback of fairmon_monitor_set_pause asked for it */
  FAIRMON_RESOURCE = 9,      /* no memory left */
  FAIRMON_INTERNAL = 10      /* a mistake in FairMon itself */
} fairmon_status;

typedef struct fairmon_failure {
  fairmon_status status;
  const char* message; /* what happened and the way out; empty after FAIRMON_OK */
  const char* stream;  /* the stream concerned, or empty */
  const char* column;  /* the column of the data concerned, or empty */
  int64_t row;         /* counted from 0 in what the call was given; -1 unknown */
} fairmon_failure;

typedef struct fairmon_spec {
  uint64_t number;
} fairmon_spec;
typedef struct fairmon_monitor {
  uint64_t number;
} fairmon_monitor;

/* Bytes of the library, with a NUL behind them; give them back with fairmon_bytes_free. */
typedef struct fairmon_bytes {
  char* data;
  size_t size;
} fairmon_bytes;

typedef enum fairmon_kind {
  FAIRMON_ABSENT = 0,
  FAIRMON_BOOL = 1,     /* integer, 0 or 1 */
  FAIRMON_INTEGER = 2,  /* integer */
  FAIRMON_UNSIGNED = 3, /* the bits of integer */
  FAIRMON_NUMBER = 4,   /* number; one that is not a number means absent */
  FAIRMON_TEXT = 5,     /* text and size */
  FAIRMON_BINARY = 6,   /* text and size */
  FAIRMON_TIME = 7,     /* integer: nanoseconds since 1970 */
  FAIRMON_DURATION = 8, /* integer: nanoseconds */
  FAIRMON_DECIMAL = 9   /* text and size: its digits, such as 12.50 */
} fairmon_kind;

/* One value of an event that is pushed alone. */
typedef struct fairmon_value {
  fairmon_kind kind;
  int64_t integer;
  double number;
  const char* text;
  size_t size;
} fairmon_value;

/* ---- The library ---- */

const char* fairmon_version(void);
uint32_t fairmon_c_version(void);
/* What went wrong in the last call on this thread. Its texts live until the next call. */
const fairmon_failure* fairmon_last_failure(void);
void fairmon_bytes_free(fairmon_bytes* bytes);
/* The whole program `fairmon`; returns its exit code. Secrets in `argv` are overwritten. */
int fairmon_command_line(int argc, char** argv);

/* ---- Specifications ---- */

/* Compiles a text. `options` may be null, or JSON: {"level": 0.95}. `diagnostics`, if not null,
 * gets {"items": […], "rendered": "…"} as `fairmon check` has them, also on success. */
fairmon_status fairmon_compile(const char* text, size_t size, const char* name,
                               const char* options, fairmon_spec* spec,
                               fairmon_bytes* diagnostics);
fairmon_status fairmon_spec_free(fairmon_spec spec);
/* JSON: digest, streams, inputs, panels, tags, reading. */
fairmon_status fairmon_spec_describe(fairmon_spec spec, fairmon_bytes* json);
/* `analysis` (JSON), `graph-svg`, `graph-dot`; `plan` (JSON) and `plan-text`, as `fairmon plan` has
 * them; `parts` (JSON): what several monitors can share,
 * {"parts": [{"key": "…" or null, "inputs": […], "streams": […]}], "hash": "…"}. */
fairmon_status fairmon_spec_report(fairmon_spec spec, const char* what, fairmon_bytes* report);
/* `format`, `expand` (texts), `tokens` (JSON). FAIRMON_SPECIFICATION if the text has errors. */
fairmon_status fairmon_text_tool(const char* what, const char* text, size_t size,
                                 fairmon_bytes* result);
/* JSON: everything the language offers, metrics with their parameters among it. */
fairmon_status fairmon_catalogue(fairmon_bytes* json);
/* What `fairmon init` writes for data, given as the text of a CSV file. `options` may be null, or
 * JSON: {"name": "file.csv", "groups": ["race"], "decision": "hired", "outcome": "good",
 * "complete": true}. */
fairmon_status fairmon_first_specification(const char* csv, size_t size, const char* options,
                                           fairmon_bytes* text);

/* ---- Two runs ---- */

/* How two runs differ, with bounds for rates that hold together: what `fairmon compare --json`
 * prints. `before` and `after` are documents of `fairmon monitor -o json`, of which the members
 * {"values": {"stream": [{"instance": ["a"], "value": 0.5, "n": 4, "hits": 2}]},
 * "provenance": {"digest": "…"}} are read. `options` may be null, or JSON:
 * {"level": 0.95, "same_cases": false}; same_cases: both runs looked at the same cases. */
fairmon_status fairmon_compare(const char* before, size_t before_size, const char* after,
                               size_t after_size, const char* options, fairmon_bytes* json);

/* ---- Monitors ---- */

/* `options` may be null, or JSON with any of
 *   "time": "column"             otherwise what the specification says, or time, ts, timestamp
 *   "time_format": "auto"        as --time-format; numbers are seconds since the start
 *   "interval": 1.0              seconds between events, instead of times
 *   "start_ns": 0                calendar time of the start; otherwise the first time
 *   "start_at_midnight": false
 *   "columns": {"input": "column"}
 *   "keep": "outputs"            what values are kept of: outputs, public, triggers, or a list
 *   "on_error": "stop"           or "report": the stream has no value, fairmon_monitor_table has it
 *   "findings": true             the tables readings and episodes; n of firings
 *   "engine": "fast"             or "reference"
 *   "part": 0                    only this one of the `parts`: tables are of its streams and get the
 *                                columns event (number of the event in this monitor, counted from 0,
 *                                null at a deadline), ns (exact monitor time) and rank (bytes that
 *                                order instances), by which verdicts of several monitors are put in
 *                                the order that one gives; without readings and episodes */
fairmon_status fairmon_monitor_create(fairmon_spec spec, const char* options,
                                      fairmon_monitor* monitor);
fairmon_status fairmon_monitor_free(fairmon_monitor monitor);
/* Called between batches of a long call, on its thread; not zero ends the call. */
fairmon_status fairmon_monitor_set_pause(fairmon_monitor monitor, int (*callback)(void*),
                                         void* context);

/* Events as one record batch (an array of structs). It is only read, and stays the caller's.
 * All of its rows are applied, or none. `fired`, if not null, gets the number of firings. */
fairmon_status fairmon_monitor_push(fairmon_monitor monitor, const struct ArrowSchema* schema,
                                    const struct ArrowArray* array, uint64_t* fired);
/* Events as a stream of record batches, which the call releases. With `lazy` not 0 each batch is
 * applied as it comes, so that memory is bounded by one; else all of them or none. */
fairmon_status fairmon_monitor_push_stream(fairmon_monitor monitor,
                                           struct ArrowArrayStream* stream, int lazy,
                                           uint64_t* fired);
/* Events value by value: `times` has one per row (may be null with "interval"), `inputs` one row
 * behind the other with one value per input, in declaration order. All rows are applied, or none. */
fairmon_status fairmon_monitor_push_rows(fairmon_monitor monitor, const fairmon_value* times,
                                         const fairmon_value* inputs, size_t num_rows,
                                         size_t num_inputs, uint64_t* fired);
/* Lets time pass: every deadline up to and including it. Relative times are FAIRMON_NUMBER. */
fairmon_status fairmon_monitor_advance(fairmon_monitor monitor, const fairmon_value* time,
                                       uint64_t* fired);
/* The end of the input: deadlines up to the last event. */
fairmon_status fairmon_monitor_finish(fairmon_monitor monitor, uint64_t* fired);
/* Forgets everything but specification and options. */
fairmon_status fairmon_monitor_reset(fairmon_monitor monitor);

/* Results as streams of record batches, which the caller releases.
 *   "triggers"  time, trigger, instance, message, value, n, id, key (the instance as JSON), lower,
 *               upper, state: one row per firing
 *   "values"    time, one column per parameter, value: of the stream `name`, if it is kept
 *   "readings"  the newest value of each instance of the public or plotted output `name`: one column
 *               per parameter, value, as_of, updates, trials, hits, lower, upper
 *   "episodes"  number, trigger, instance, first, last, ended, firings, message, worst_value,
 *               worst_time, worst_message: when each trigger was violated
 *   "errors"    time, stream, instance, message, line: with "on_error": "report" */
fairmon_status fairmon_monitor_table(fairmon_monitor monitor, const char* what, const char* name,
                                     struct ArrowArrayStream* table);
/* The firings since the last take, as "triggers"; they are then forgotten. */
fairmon_status fairmon_monitor_take(fairmon_monitor monitor, struct ArrowArrayStream* table);
/* As fairmon_monitor_table, of triggers, values and errors; the rows are then forgotten. */
fairmon_status fairmon_monitor_take_table(fairmon_monitor monitor, const char* what,
                                          const char* name, struct ArrowArrayStream* table);
/* Of a monitor of a part with a key that has seen no event: the column shard tells which of `shards`
 * groups each row belongs to. The hash is that of `parts`, the same on every machine. Rows are only
 * looked at; they have to be in the order of time. */
fairmon_status fairmon_monitor_route(fairmon_monitor monitor, const struct ArrowSchema* schema,
                                     const struct ArrowArray* array, uint32_t shards,
                                     struct ArrowArrayStream* table);
/* JSON: events, deadlines, start_ns, reached_ns, trigger_counts, kept, instances,
 * memory_bytes (of the engine), texts (distinct ones that are held now). */
fairmon_status fairmon_monitor_facts(fairmon_monitor monitor, fairmon_bytes* json);
/* The exact state, and a monitor of the same specification and options that goes on from it. Rows
 * of tables are not part of it. */
fairmon_status fairmon_monitor_save(fairmon_monitor monitor, fairmon_bytes* state);
fairmon_status fairmon_monitor_restore(fairmon_monitor monitor, const char* state, size_t size);

#ifdef __cplusplus
}
#endif
/* NOLINTEND */

#endif
