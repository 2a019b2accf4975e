import Contracts
import HTTPTypes

/// A route that forwards to one method.
struct Route: Sendable {
    let httpMethod: HTTPRequest.Method
    /// The path, with `{name}` for parts that become fields of the payload.
    let path: String
    let method: Method
    let parameters: [Parameter]
    let takesBody: Bool
    let success: HTTPResponse.Status
    /// The scope that a personal access token needs; nil if the route accepts none.
    let scope: Scope?
    /// True if the reply's `version` is sent as `ETag`, for a later `If-Match`.
    let answersVersion: Bool

    init(
        _ httpMethod: HTTPRequest.Method,
        _ path: String,
        _ method: Method,
        _ parameters: [Parameter] = [],
        success: HTTPResponse.Status = .ok,
        takesBody: Bool? = nil,
        scope: Scope? = nil,
        answersVersion: Bool = false
    ) {
        self.httpMethod = httpMethod
        self.path = path
        self.method = method
        self.parameters = parameters
        self.takesBody = takesBody ?? [.post, .put, .patch].contains(httpMethod)
        self.success = success
        self.scope = scope
        self.answersVersion = answersVersion
    }
}

/// A field of the payload that comes from the path, the query or a header.
package struct Parameter: Sendable {
    /// Where the value stands in the request.
    enum Source: Sendable {
        case path
        case query
        /// `If-Match` with an entity tag, which is the version.
        case ifMatch
        /// `If-Match: *`, which accepts any version.
        case ifMatchAny
    }

    /// The JSON type of the value.
    package enum Kind: Sendable {
        case text
        case wholeNumber
    }

    let name: String
    let source: Source
    let kind: Kind

    static func path(_ name: String) -> Parameter { Parameter(name: name, source: .path, kind: .text) }
    static func query(_ name: String, _ kind: Kind = .text) -> Parameter {
        Parameter(name: name, source: .query, kind: kind)
    }
    static let ifMatch = Parameter(name: "ifVersion", source: .ifMatch, kind: .wholeNumber)
    static let ifMatchAny = Parameter(name: "overwrites", source: .ifMatchAny, kind: .text)
}
