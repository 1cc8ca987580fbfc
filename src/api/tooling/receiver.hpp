#pragma once

#include <fairmon/source.hpp>
#include <fairmon/value.hpp>

#include <cstdint>
#include <optional>

#include "syntax/constructs.hpp"
#include "syntax/token.hpp"

namespace fairmon::api {

/// The type of the stream whose name, or whose instance, stands before the dot that the word at
/// `offset` follows; nothing where that is another expression or the rest does not compile.
[[nodiscard]] std::optional<Type> receiver_type(const SourceFile& source,
                                                const syntax::TokenList& list,
                                                std::uint32_t offset);

/// Whether a value of the type can be the first argument of the function of that name.
[[nodiscard]] bool takes(std::string_view function, const Type& type);

/// Whether values of the type can be aggregated so.
[[nodiscard]] bool aggregates(std::string_view name, const Type& type);

/// Whether the form is one for values of the type.
[[nodiscard]] bool fits(const syntax::Construct& form, const Type& type);

}  // namespace fairmon::api
