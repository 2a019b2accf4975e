/// The error of a call: a code for programs, parameters for translations, a sentence for people.
package struct ServiceError: Error, Codable, Sendable, Equatable {
    package var code: ErrorCode
    package var message: String
    package var params: [String: String]
    package var details: [FieldError]
    package var retryable: Bool
    /// For a change of an outdated version, and for a creation under an id in use: the current object, as its read
    /// method returns it.
    ///
    /// The text `null` if the object was deleted; nil for other errors.
    package var current: JSONText?

    package init(
        _ code: ErrorCode,
        _ message: String,
        params: [String: String] = [:],
        details: [FieldError] = []
    ) {
        self.code = code
        self.message = message
        self.params = params
        self.details = details
        self.retryable = code.isRetryable
    }

    /// Creates an error for invalid values, with a detail for each.
    package static func invalid(_ details: [FieldError]) -> ServiceError {
        ServiceError(.invalid, details.map(\.message).joined(separator: " "), details: details)
    }

    /// Creates an error for an object that does not exist or belongs to another user; the two are not distinguished.
    package static func notFound(_ what: String) -> ServiceError {
        ServiceError(.notFound, "There is no such \(what).")
    }
}

extension ServiceError {
    /// The error as the payload of a reply.
    package var payload: [UInt8] {
        // A structure of texts can always be encoded.
        (try? PayloadCoder.encode(self)) ?? Array("{}".utf8)
    }
}

extension ServiceError: CustomStringConvertible {
    package var description: String { "\(code.rawValue): \(message)" }
}

/// An error in one field of a request.
public struct FieldError: Codable, Sendable, Equatable {
    /// The reason why a field is rejected.
    public enum Code: String, Codable, Sendable, CaseIterable {
        case missing
        case unknown
        case wrongType
        case outOfRange
        case tooShort
        case tooLong
        case wrongFormat
        case notAllowed
        case mismatch
        case tooCommon
    }

    public var field: String
    public var code: Code
    public var params: [String: String]
    public var message: String

    public init(_ field: String, _ code: Code, _ message: String, params: [String: String] = [:]) {
        self.field = field
        self.code = code
        self.params = params
        self.message = message
    }
}

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

extension ServiceError {
    /// Creates an error for a creation under an id that has another object.
    ///
    /// - Parameters:
    ///   - message: A sentence for people.
    ///   - current: The object with this id; nil if it was removed.
    /// - Returns: The error.
    /// - Throws: Errors of the encoder.
    package static func idConflict(_ message: String, current: (some Encodable)?) throws -> ServiceError {
        var error = ServiceError(.conflict, message)
        error.current = try current.map { try JSONText($0) } ?? JSONText(text: "null")
        return error
    }
}
