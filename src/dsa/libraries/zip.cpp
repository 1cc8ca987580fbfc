#include "dsa/libraries/zip.hpp"

#include "support/on_demand.hpp"

namespace fairmon::dsa {

namespace {

const support::LoadedFunctions<ZipFunctions>& loaded_zip() {
  static const support::LoadedFunctions<ZipFunctions> loaded(
      FAIRMON_ZIP_LIBRARY, "libzip4",
      [](support::LibraryOnDemand& library, ZipFunctions& functions) {
        library.find("zip_discard", functions.discard)
            .find("zip_get_num_entries", functions.get_num_entries)
            .find("zip_get_name", functions.get_name)
            .find("zip_fopen_index", functions.fopen_index)
            .find("zip_stat_index", functions.stat_index)
            .find("zip_strerror", functions.strerror)
            .find("zip_fread", functions.fread)
            .find("zip_fclose", functions.fclose)
            .find("zip_error_init", functions.error_init)
            .find("zip_source_buffer_create", functions.source_buffer_create)
            .find("zip_open_from_source", functions.open_from_source)
            .find("zip_error_strerror", functions.error_strerror)
            .find("zip_open", functions.open)
            .find("zip_error_init_with_code", functions.error_init_with_code)
            .find("zip_source_buffer", functions.source_buffer)
            .find("zip_file_add", functions.file_add)
            .find("zip_set_file_compression", functions.set_file_compression)
            .find("zip_source_keep", functions.source_keep)
            .find("zip_close", functions.close)
            .find("zip_source_open", functions.source_open)
            .find("zip_source_seek", functions.source_seek)
            .find("zip_source_tell", functions.source_tell)
            .find("zip_source_read", functions.source_read)
            .find("zip_source_close", functions.source_close)
            .find("zip_source_free", functions.source_free)
            .find("zip_source_file", functions.source_file)
            .find("zip_file_set_dostime", functions.file_set_dostime)
            .find("zip_file_set_external_attributes", functions.file_set_external_attributes);
      });
  return loaded;
}

}  // namespace

Result<void> load_zip() { return loaded_zip().outcome(); }

const ZipFunctions& libzip() { return loaded_zip().get(); }

}  // namespace fairmon::dsa
