#pragma once

#include <fairmon/result.hpp>
#include <zip.h>

namespace fairmon::dsa {

/// What we use of libzip, loaded on demand.
struct ZipFunctions {
  decltype(&::zip_discard) discard = nullptr;
  decltype(&::zip_get_num_entries) get_num_entries = nullptr;
  decltype(&::zip_get_name) get_name = nullptr;
  decltype(&::zip_fopen_index) fopen_index = nullptr;
  decltype(&::zip_stat_index) stat_index = nullptr;
  decltype(&::zip_strerror) strerror = nullptr;
  decltype(&::zip_fread) fread = nullptr;
  decltype(&::zip_fclose) fclose = nullptr;
  decltype(&::zip_error_init) error_init = nullptr;
  decltype(&::zip_source_buffer_create) source_buffer_create = nullptr;
  decltype(&::zip_open_from_source) open_from_source = nullptr;
  decltype(&::zip_error_strerror) error_strerror = nullptr;
  decltype(&::zip_open) open = nullptr;
  decltype(&::zip_error_init_with_code) error_init_with_code = nullptr;
  decltype(&::zip_source_buffer) source_buffer = nullptr;
  decltype(&::zip_file_add) file_add = nullptr;
  decltype(&::zip_set_file_compression) set_file_compression = nullptr;
  decltype(&::zip_source_keep) source_keep = nullptr;
  decltype(&::zip_close) close = nullptr;
  decltype(&::zip_source_open) source_open = nullptr;
  decltype(&::zip_source_seek) source_seek = nullptr;
  decltype(&::zip_source_tell) source_tell = nullptr;
  decltype(&::zip_source_read) source_read = nullptr;
  decltype(&::zip_source_close) source_close = nullptr;
  decltype(&::zip_source_free) source_free = nullptr;
  decltype(&::zip_source_file) source_file = nullptr;
  decltype(&::zip_file_set_dostime) file_set_dostime = nullptr;
  decltype(&::zip_file_set_external_attributes) file_set_external_attributes = nullptr;
};

/// Loads libzip, on any thread; further calls cost nothing.
[[nodiscard]] Result<void> load_zip();

/// Only after `load_zip` succeeded.
[[nodiscard]] const ZipFunctions& libzip();

}  // namespace fairmon::dsa
