extension ServiceError {
    /// The parameter of a ``ErrorCode/versionMismatch`` that contains the current version of the object.
    package static let currentVersionParameter = "currentVersion"

    /// Creates an error for a change of an outdated version; it contains the current object, so that the client need
    /// not read it again.
    ///
    /// - Parameters:
    ///   - what: The object's name in a sentence: "entry".
    ///   - seen: The version that the change names.
    ///   - current: The object as its read method returns it.
    ///   - version: The current version.
    /// - Returns: The error.
    /// - Throws: Errors of the encoder.
    package static func versionMismatch(
        _ what: String,
        seen: Int,
        current: some Encodable,
        version: Int
    ) throws -> ServiceError {
        var error = ServiceError(
            .versionMismatch,
            "The \(what) has changed: its version is \(version), not \(seen).",
            params: [currentVersionParameter: "\(version)"]
        )
        error.current = try JSONText(current)
        return error
    }
}
