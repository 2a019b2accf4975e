/// The error of a call, as it travels: a code for programs, parameters for translations, a sentence for people.
package struct ServiceError: Error, Codable, Sendable, Equatable {
    package var code: ErrorCode
    package var message: String
    package var params: [String: String]
    package var details: [FieldError]
    package var retryable: Bool
    /// The thing as it now is, in the form in which it is answered, for a change that names an older version of it.
    ///
    /// It is the text `null` for a thing that is gone; errors of other kinds have none.
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

    /// Values that break rules, each named.
    package static func invalid(_ details: [FieldError]) -> ServiceError {
        ServiceError(.invalid, details.map(\.message).joined(separator: " "), details: details)
    }

    /// A thing that is not there, or that is not the caller's: nobody is told which.
    package static func notFound(_ what: String) -> ServiceError {
        ServiceError(.notFound, "There is no such \(what).")
    }
}

extension ServiceError: CustomStringConvertible {
    package var description: String { "\(code.rawValue): \(message)" }
}

/// What is wrong with one field of a request.
package struct FieldError: Codable, Sendable, Equatable {
    /// Why a field is refused.
    package enum Code: String, Codable, Sendable, CaseIterable {
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

    package var field: String
    package var code: Code
    package var params: [String: String]
    package var message: String

    package init(_ field: String, _ code: Code, _ message: String, params: [String: String] = [:]) {
        self.field = field
        self.code = code
        self.params = params
        self.message = message
    }
}
