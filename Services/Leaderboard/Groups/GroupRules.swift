import Contracts
import Foundation

/// Validates the fields of a group.
enum GroupRules {
    /// Trims and validates a group's name.
    ///
    /// - Parameter text: The name as typed.
    /// - Returns: The name without surrounding white space.
    /// - Throws: `invalid` for a name that is empty, too long or has control characters.
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
