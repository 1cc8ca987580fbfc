# fairmon_load_on_demand(<module> <NAME> <library>)
# The module opens the library itself when it first needs it, instead of being linked with it:
# FAIRMON_<NAME>_LIBRARY is the name to open, the one that a linked program would have asked for.
function(fairmon_load_on_demand module name library)
  execute_process(COMMAND ${CMAKE_READELF} -d ${library} OUTPUT_VARIABLE facts
                  COMMAND_ERROR_IS_FATAL ANY)
  if(NOT facts MATCHES "SONAME[^[]*\\[([^]]+)\\]")
    message(FATAL_ERROR "${library} has no name to load it by; is it a shared library?")
  endif()
  target_compile_definitions(fairmon_${module}
                             PRIVATE FAIRMON_${name}_LIBRARY="${CMAKE_MATCH_1}")
endfunction()
