import Contracts
import Foundation

/// The rules of a group's fields.
enum GroupRules {
    /// A group's name without spaces around it.
    ///
    /// - Parameter text: As somebody has typed it.
    /// - Returns: The name.
    /// - Throws: `invalid` for a name that cannot be shown, or that is too long.
    static func name(_ text: String) throws(ServiceError) -> String {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        var rules = RuleChecker()
        rules.require(name, length: GroupLimits.nameLength, "name")
        rules.require(
            name.utf8.count <= GroupLimits.nameBytesMax,
            "name",
            .tooLong,
            "name may have \(GroupLimits.nameBytesMax) bytes at most.",
            ["maxBytes": "\(GroupLimits.nameBytesMax)"]
        )
        rules.require(
            name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
            "name",
            .wrongFormat,
            "name must not have control characters."
        )
        try rules.finish()
        return name
    }
}
