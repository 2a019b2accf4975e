import Contracts

/// The response to a request that fails with one of several codes of a status.
struct ProblemResponse {
    let status: Int
    let codes: [ErrorCode]

    init(_ status: Int, _ codes: [ErrorCode]) {
        (self.status, self.codes) = (status, codes)
    }

    /// The component's name: the codes in one word.
    var name: String {
        codes.map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() }.joined(separator: "Or")
    }

    /// One sentence for each code.
    var summary: String { codes.map { "`\($0.rawValue)`: \($0.sentence)" }.joined(separator: " ") }

    private var headers: [HTTPOperation.ResponseHeader] {
        switch status {
        case 401: [.wwwAuthenticate]
        case 412: [.entityTag]
        case 429, 503: [.retryAfter]
        default: []
        }
    }

    var yaml: YAML {
        var entries: [YAML.Entry] = [.init("description", .string(summary))]
        if !headers.isEmpty {
            entries.append(
                .init(
                    "headers",
                    .map(headers.map { .init($0.rawValue, .reference("components", "headers", $0.rawValue)) })
                )
            )
        }
        let code: YAML = ["enum": .list(codes.map { .string($0.rawValue) })]
        let schema: YAML = [
            "allOf": [.reference("components", "schemas", "Problem"), ["properties": ["code": code]]]
        ]
        let examples = YAML.map(codes.map { .init($0.rawValue, ["value": example(of: $0)]) })
        entries.append(.init("content", ["application/problem+json": ["schema": schema, "examples": examples]]))
        return .map(entries)
    }

    private func example(of code: ErrorCode) -> YAML {
        var entries: [YAML.Entry] = [
            .init("type", "about:blank"), .init("title", .string(code.status.reason)),
            .init("status", .integer(code.status.code)), .init("detail", .string(Self.detail(of: code))),
            .init("code", .string(code.rawValue)), .init("params", [:]),
        ]
        if code == .invalid {
            let params: YAML = ["min": "0.1", "max": "10000"]
            entries.append(
                .init(
                    "errors",
                    [
                        [
                            "field": "grams", "code": .string(FieldError.Code.outOfRange.rawValue), "params": params,
                            "message": .string(Self.detail(of: code)),
                        ]
                    ]
                )
            )
        }
        if code == .versionMismatch { entries.append(.init("current", .null)) }
        return .map(entries)
    }

    private static func detail(of code: ErrorCode) -> String {
        code == .invalid ? "grams must be from 0.1 to 10000." : code.sentence
    }
}

extension HTTPOperation.ResponseHeader {
    var yaml: YAML {
        switch self {
        case .entityTag:
            Self.header("The version, for a later `If-Match`.", ["type": "string"], "\"3\"")
        case .idempotencyKey:
            Self.header("The key of the request, if it had one.", ["type": "string"], "0192f0c1-2b4e-7d11")
        case .retryAfter:
            Self.header("Seconds to wait before a retry.", ["type": "integer", "minimum": 1], 1)
        case .wwwAuthenticate:
            Self.header("The scheme to sign in with.", ["type": "string"], "Bearer")
        }
    }

    private static func header(_ description: String, _ schema: YAML, _ example: YAML) -> YAML {
        ["description": .string(description), "schema": schema, "example": example]
    }
}

/// The ways to authenticate.
enum SecurityScheme: String, CaseIterable {
    case session
    case personalToken
    case cookie

    /// The alternatives of an operation; empty if it needs none.
    static func requirements(of operation: HTTPOperation) -> [YAML] {
        guard operation.access == .user else { return [] }
        var alternatives: [YAML] = [["session": []]]
        if let scope = operation.scope { alternatives.append(["personalToken": [.string(scope.rawValue)]]) }
        alternatives.append(["cookie": []])
        return alternatives
    }

    /// The name for people.
    var title: String {
        switch self {
        case .session: "Session"
        case .personalToken: "Personal token"
        case .cookie: "Cookie"
        }
    }

    var summary: String {
        switch self {
        case .session:
            """
            The access token of a session, as `Authorization: Bearer …`. It comes from registration, sign-in or refresh, \
            and lives for minutes; get the next one with the refresh token.
            """
        case .personalToken:
            """
            A personal access token for scripts, as `Authorization: Bearer mealwire_pat_…`. It has scopes, and each \
            operation names the one that it needs.
            """
        case .cookie:
            """
            The session of a browser, which sent `X-Session: cookie` when it signed in. Over HTTPS the cookie is \
            `__Host-mealwire-access`. Each write by cookie needs the header `X-Session: cookie`, and is refused from \
            pages of other sites.
            """
        }
    }

    var yaml: YAML {
        let description = YAML.string(summary)
        switch self {
        case .session:
            return ["type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": description]
        case .personalToken:
            return [
                "type": "http", "scheme": "bearer", "bearerFormat": "mealwire_pat_…", "description": description,
                "x-scopes": .list(Scope.allCases.map { .string($0.rawValue) }),
            ]
        case .cookie:
            return ["type": "apiKey", "in": "cookie", "name": "mealwire-access", "description": description]
        }
    }
}
