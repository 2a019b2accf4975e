extension ServiceError {
    /// The parameter of a ``ErrorCode/versionMismatch`` that names the version at which the thing is.
    package static let currentVersionParameter = "currentVersion"

    /// A change of something that has changed since its writer has seen it, told with what it is now, so that they need not
    /// ask for it.
    ///
    /// - Parameters:
    ///   - what: The thing, as a sentence calls it: "entry".
    ///   - seen: The version that the change names.
    ///   - current: The thing as its reader would be answered.
    ///   - version: The version at which it is.
    /// - Returns: The refusal.
    /// - Throws: what encoding throws.
    package static func versionMismatch(
        _ what: String,
        seen: Int,
        current: some Encodable,
        version: Int
    ) throws -> ServiceError {
        var error = ServiceError(
            .versionMismatch,
            "The \(what) has changed since: it is at version \(version), not \(seen).",
            params: [currentVersionParameter: "\(version)"]
        )
        error.current = try JSONText(current)
        return error
    }
}
