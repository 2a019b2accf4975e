import Contracts
import HTTPTypes

/// One line of the API: a route, and the method behind it.
struct Route: Sendable {
    let httpMethod: HTTPRequest.Method
    /// With `{name}` for what becomes a field of the payload.
    let path: String
    let method: Method
    let parameters: [Parameter]
    let takesBody: Bool
    let success: HTTPResponse.Status
    /// What a personal access token needs for it; without one, none is enough.
    let scope: Scope?
    /// Whether the answer's `version`, where it has one, is told as its `ETag`, for a later `If-Match`.
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
    /// Where it stands in the request.
    enum Source: Sendable {
        case path
        case query
        /// `If-Match`, whose entity tag is the version.
        case ifMatch
        /// `If-Match: *`, which takes any version.
        case ifMatchAny
    }

    /// How it is written in JSON.
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
