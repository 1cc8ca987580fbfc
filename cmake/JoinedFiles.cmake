# Compiles several files of a module as one, so that what they all include is read once. Builds that
# nobody edits in (sanitizers) take half the time; the preset `dev` compiles each file by itself.
# A name in an unnamed namespace must then be the only one of its kind in its namespace; files of a
# catalogue are left alone, so that one can be dropped in without a look at its neighbours.
option(FAIRMON_JOIN_FILES "Compile the files of a module in batches" OFF)

# fairmon_joined_files(<target>)
function(fairmon_joined_files target)
  get_target_property(kind ${target} TYPE)
  if(FAIRMON_JOIN_FILES AND NOT kind STREQUAL "INTERFACE_LIBRARY")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  endif()
endfunction()

if(FAIRMON_JOIN_FILES AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ takes a joined file for a header and warns of unnamed namespaces in it.
  add_compile_options(-Wno-subobject-linkage)
endif()
