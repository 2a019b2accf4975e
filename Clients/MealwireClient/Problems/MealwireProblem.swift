public import Contracts

/// An error that the server answered, or that a check of the rules found before a request was sent.
public struct MealwireProblem: Error, Sendable {
    /// The status of HTTP.
    public let status: Int
    /// The reason for programs; nil for a code of a newer server, which ``codeText`` has.
    public let code: ErrorCode?
    /// The code as the server wrote it.
    public let codeText: String
    /// A sentence for people, in English.
    public let detail: String
    /// Values for translations of the sentence, such as `max`; the reference of errors lists their keys.
    public let params: [String: String]
    /// The fields that are wrong, with the reason for each.
    public let fieldErrors: [FieldError]
    /// The id under which the server's traces and logs show the request; nil if it was not sent.
    public let traceId: String?
    /// When the server wants the request again; nil if it did not say.
    public let retryAfter: Duration?
    /// The newest state as JSON after `versionMismatch`; the text `null` if the object was removed.
    let current: [UInt8]?

    /// Returns the newest state of the object after `versionMismatch`.
    ///
    /// - Parameter type: The type of the object, for example `DiaryEntry`.
    /// - Returns: Nil if the object was removed, for other problems, and for another type.
    public func current<Value: Decodable>(_ type: Value.Type) -> Value? {
        current.flatMap { try? PayloadCoder.decodeReply(type, from: $0) }
    }

    /// Whether the same request may succeed later; only reads and writes with a key may be sent again.
    var isTemporary: Bool {
        switch code {
        case .outcomeUnknown, .cancelled: true
        case let code?: code.isRetryable
        case nil: [502, 503, 504].contains(status)
        }
    }
}

extension MealwireProblem: CustomStringConvertible {
    /// The sentence of the server.
    public var description: String { detail }
}

extension MealwireProblem {
    /// Describes a request that breaks rules, and was not sent.
    init(unsent errors: [FieldError]) {
        status = ErrorCode.invalid.status.code
        code = .invalid
        codeText = ErrorCode.invalid.rawValue
        detail = errors.map(\.message).joined(separator: " ")
        params = [:]
        fieldErrors = errors
        (traceId, retryAfter, current) = (nil, nil, nil)
    }

    /// Describes an answer with an error status; a body of a proxy is no problem document.
    init(status: Int, body: [UInt8], headers: [String: String], traceId: String?) {
        let document = try? PayloadCoder.decodeReply(Document.self, from: body)
        let members = document == nil ? nil : JSONMembers(body)
        self.status = status
        codeText = document?.code ?? ""
        code = ErrorCode(rawValue: codeText)
        detail = document?.detail ?? "The server answered with status \(status) and no reason."
        params = document?.params ?? [:]
        fieldErrors = document?.errors?.map(\.fieldError) ?? []
        self.traceId = traceId
        retryAfter = headers["retry-after"].flatMap { Int($0) }.map { .seconds(max(0, $0)) }
        current = members?.members.first { $0.name == "current" }.map { Array($0.json) }
    }

    /// A problem document (RFC 9457), read leniently: a newer server may have further codes.
    private struct Document: Decodable {
        struct Field: Decodable {
            let field: String
            let code: String
            let message: String
            let params: [String: String]?

            var fieldError: FieldError {
                FieldError(field, FieldError.Code(rawValue: code) ?? .notAllowed, message, params: params ?? [:])
            }
        }

        let code: String
        let detail: String
        let params: [String: String]?
        let errors: [Field]?
    }
}
