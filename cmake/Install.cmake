# Installs the program, the public headers and a package for `find_package(fairmon)`, whose target
# is `fairmon::fairmon`. The modules stay separate archives behind it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY FAIRMON_MODULES)
get_property(programs GLOBAL PROPERTY FAIRMON_PROGRAMS)

add_library(fairmon_all INTERFACE)
add_library(fairmon::fairmon ALIAS fairmon_all)
target_link_libraries(fairmon_all INTERFACE ${modules})
set_target_properties(fairmon_all PROPERTIES EXPORT_NAME fairmon)
foreach(module IN LISTS modules)
  string(REGEX REPLACE "^fairmon_" "" name ${module})
  set_target_properties(${module} PROPERTIES EXPORT_NAME ${name})
endforeach()

install(TARGETS fairmon_all ${modules} EXPORT fairmonTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/fairmon)
if(programs)
  install(TARGETS ${programs} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY include/fairmon DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/fairmon)
install(EXPORT fairmonTargets NAMESPACE fairmon:: DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/fairmonConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES cmake/fairmonConfig.cmake cmake/Dependencies.cmake
              ${PROJECT_BINARY_DIR}/fairmonConfigVersion.cmake DESTINATION ${package_folder})

# A unit for systemd, which also looks below /usr/local. Names with an at sign are systemd's own.
# Packages bring a user of their own instead (tools/package/tree.py).
set(FAIRMON_SERVICE_USER DynamicUser=yes)
set(FAIRMON_CONFIGURATION ${CMAKE_INSTALL_FULL_SYSCONFDIR}/fairmon/watch.toml)
configure_file(packaging/fairmon-watch.service.in ${PROJECT_BINARY_DIR}/fairmon-watch.service @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/fairmon-watch.service DESTINATION lib/systemd/system)
