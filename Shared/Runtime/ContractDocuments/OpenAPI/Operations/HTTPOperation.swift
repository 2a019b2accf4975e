package import Contracts

/// One operation of the HTTP interface, as documents describe it.
package struct HTTPOperation: Sendable {
    /// A parameter in the path, the query or a header.
    package struct Parameter: Sendable {
        package var name: String
        package var place: RouteDescription.Parameter.Place
        package var schema: Schema
        package var isRequired: Bool
        package var summary: String
    }

    /// The content of a request or a response.
    package enum Content: Sendable {
        case json(Schema)
        /// Bytes of one of these media types, with a maximum count.
        case bytes(mediaTypes: [String], maximum: Int?)
        case text(mediaType: String)
        /// Server-sent events with JSON as data.
        case events(Schema)
    }

    /// A header of a response.
    package enum ResponseHeader: String, Sendable, CaseIterable {
        case entityTag = "ETag"
        case idempotencyKey = "Idempotency-Key"
        case retryAfter = "Retry-After"
        case wwwAuthenticate = "WWW-Authenticate"
    }

    /// A response other than a problem document.
    package struct Response: Sendable {
        package var status: Int
        package var summary: String
        package var content: Content?
        package var headers: [ResponseHeader] = []
    }

    package var verb: HTTPBinding.Verb
    package var path: String
    /// The name in programs: `diaryEntriesAdd`.
    package var id: String
    package var summary: String
    package var area: APIArea
    package var access: Contracts.Method.Access
    /// The role that the signed-in user needs; nil if each user may call the operation.
    package var role: Role?
    package var scope: Scope?
    /// The method behind the operation; nil if code of the gateway handles it.
    package var method: Contracts.Method?
    package var parameters: [Parameter] = []
    package var body: Content?
    /// False if all fields of the body are optional.
    package var isBodyRequired = false
    /// The largest body in bytes.
    package var bodyBytesMax = Method.payloadBytesMax
    package var responses: [Response]
    /// The error codes that can be answered.
    package var errors: [ErrorCode] = []
    /// Rules about several fields of the query.
    package var sentences: [String] = []

    /// The error codes by status, in order.
    package var problems: [(status: Int, codes: [ErrorCode])] {
        Dictionary(grouping: ErrorCode.allCases.filter(errors.contains), by: { $0.status.code })
            .sorted { $0.key < $1.key }
            .map { (status: $0.key, codes: $0.value) }
    }

    /// True if a write takes effect once under an `Idempotency-Key`.
    package var takesKey: Bool { parameters.contains { $0.name == HTTPHeader.idempotencyKey } }
    /// True if `If-Match` names the version to change.
    package var takesVersion: Bool { parameters.contains { $0.name == HTTPHeader.ifMatch } }

    /// Sentences about access, effect and limits.
    package var details: [String] {
        var details: [String] = []
        switch access {
        case .anyone: details.append("Needs no sign-in.")
        case .user:
            details.append(
                scope.map { "Needs a session, or a personal token with the scope `\($0.rawValue)`." }
                    ?? "Needs a session; accepts no personal token."
            )
        case .services, .operator: break
        }
        if let role { details.append("Only \(role.audience) may call it.") }
        switch method?.effect {
        case .read: details.append("Changes nothing.")
        case .singleWrite:
            details.append("Accepts no `Idempotency-Key`: after 502, read the state before you repeat it.")
        case .keyedWrite, nil:
            if takesKey { details.append("Takes effect once for each `Idempotency-Key`.") }
        }
        if let method {
            details.append("Answers within \(Words.duration(milliseconds: method.timeoutMs)), or with 504.")
        }
        if body != nil { details.append("The body has at most \(Words.bytes(bodyBytesMax)).") }
        return details + sentences
    }
}

/// Names of headers.
enum HTTPHeader {
    static let idempotencyKey = "Idempotency-Key"
    static let ifMatch = "If-Match"
    static let ifNoneMatch = "If-None-Match"
    static let session = "X-Session"
    /// Headers that OpenAPI does not list as parameters.
    static let ofEachRequest: Set = ["Accept", "Authorization", "Content-Type"]
}
