import Contracts

/// The most common passwords of at least eight characters; the length rule refuses shorter ones.
///
/// The file has one password in lower case a line, sorted by bytes: a search of the sorted list needs a third of the
/// memory of a set.
struct CommonPasswords: Sendable {
    private let sorted: [Substring]

    /// Reads the bundled file.
    ///
    /// - Throws: An error if it cannot be read or has no password.
    init() throws {
        let text = String(decoding: try BundledText.data("common-passwords.txt"), as: UTF8.self)
        sorted = text.split(separator: "\n")
        guard !sorted.isEmpty else {
            throw ServiceError(.internalError, "The list of common passwords is empty: the installation is incomplete.")
        }
    }

    /// Returns whether a password is among the most common ones, ignoring case.
    func contains(_ password: String) -> Bool {
        let wanted = password.lowercased().utf8
        var range = sorted.startIndex..<sorted.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let found = sorted[middle].utf8
            if found.elementsEqual(wanted) { return true }
            range = found.lexicographicallyPrecedes(wanted) ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }

    /// Refuses one of the most common passwords as a new one.
    ///
    /// - Throws: `invalid` with the field `password`.
    func refuse(_ password: String) throws(ServiceError) {
        guard contains(password) else { return }
        throw .invalid([FieldError("password", .tooCommon, "password is too common; choose another one.")])
    }
}
