/// How a method is called over HTTP: from it follow the gateway's route and its part of the OpenAPI document.
///
/// Where a field of the request comes from follows from its name and from ``fields``:
///
/// - A field that ``path`` names in braces comes from the path.
/// - ``versionField`` and ``overwriteField`` come from `If-Match`.
/// - A field of ``gatewayFields`` is filled in by the gateway; a client cannot send it.
/// - All others come from the query or from the body.
///
/// A reply that is ``Versioned`` carries its version as `ETag`.
public final class HTTPBinding: Sendable {
    /// A method of HTTP.
    public enum Verb: String, Codable, Sendable, CaseIterable {
        case get = "GET"
        case put = "PUT"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The status of a successful response.
    public enum Success: Int, Codable, Sendable, CaseIterable {
        case ok = 200
        case created = 201
        /// The request is accepted, and its work follows.
        case accepted = 202
        /// The response has no body.
        case noContent = 204
    }

    /// The part of a request that fields come from.
    public enum FieldSource: String, Codable, Sendable {
        case query
        case body
    }

    /// The field that `If-Match` fills with the version of an entity tag.
    public static let versionField = "ifVersion"
    /// The field that is true for `If-Match: *`.
    public static let overwriteField = "overwrites"
    /// The field of a reply that is sent as `ETag`.
    public static let replyVersionField = "version"

    /// Fields that may not stand in a path or query, which servers and proxies write into logs.
    private static let secretFields: Set<String> = [
        "challenge", "code", "password", "passwordConfirmation", "secret", "token",
    ]
    /// The last words of other names of secrets, such as `currentPassword`.
    private static let secretSuffixes = ["Code", "Password", "Secret", "Token"]

    /// Returns whether a field holds a secret, by its name.
    public static func isSecret(_ field: String) -> Bool {
        secretFields.contains(field) || secretSuffixes.contains(where: field.hasSuffix)
    }

    public let verb: Verb
    /// The path, with `{name}` for parts that become fields of the request.
    public let path: String
    /// The scope that a personal access token needs; nil if the route accepts none.
    public let scope: Scope?
    public let success: Success
    /// Where fields come from that neither the path nor a header nor the gateway fills.
    public let fields: FieldSource
    /// Fields that the gateway fills in, such as the client's address.
    public let gatewayFields: Set<String>
    /// Error codes that only this method responds with, besides those that follow from its access, effect and fields.
    ///
    /// What follows, and is not listed:
    /// - From the way of a request: `overloaded`, `unavailable`, `deadlineExceeded`, `cancelled`, `workerCrashed`,
    ///   `unknownMethod` and `internalError`. `outcomeUnknown` for a single write. `diskFull` for a write.
    /// - From access of users: `unauthenticated`, `forbidden`, and `tooManyRequests` for unknown tokens.
    /// - From fields: `malformed`. From rules: `invalid`, which is listed where a handler also checks values against a
    ///   clock, stored data or each other. From a body: `unsupportedMediaType` and `tooLarge`.
    /// - From an idempotency key: `malformed`, and `conflict` for a key of another request.
    /// - From ``versionField``: `malformed` and `versionMismatch`.
    public let errors: [ErrorCode]
    /// True if code of the gateway handles the route, because the reply is more than the method's, or other than JSON.
    public let isSpecial: Bool
    /// One sentence for documents.
    public let summary: String

    fileprivate init(
        _ verb: Verb,
        _ path: String,
        _ summary: String,
        _ scope: Scope?,
        _ success: Success,
        _ fields: FieldSource,
        _ gatewayFields: Set<String>,
        _ errors: [ErrorCode],
        _ isSpecial: Bool
    ) {
        (self.verb, self.path, self.summary, self.scope) = (verb, path, summary, scope)
        (self.success, self.fields, self.gatewayFields) = (success, fields, gatewayFields)
        (self.errors, self.isSpecial) = (errors, isSpecial)
    }

    /// The names in braces in the path, in their order.
    public var pathFields: [String] {
        path.split(separator: "/").compactMap { part in
            part.hasPrefix("{") && part.hasSuffix("}") ? String(part.dropFirst().dropLast()) : nil
        }
    }
}

extension Method {
    /// Returns the method with a route.
    ///
    /// - Parameters:
    ///   - verb: The method of HTTP.
    ///   - path: The path, with `{name}` for parts that become fields.
    ///   - summary: One sentence that says what the route does.
    ///   - scope: The scope that a personal access token needs; nil if the route accepts none.
    ///   - success: The status of a successful response.
    ///   - fields: The part that fields come from; by default the query for GET and DELETE, and else the body.
    ///   - gatewayFields: Fields that the gateway fills in.
    ///   - errors: Error codes that only this method responds with.
    ///   - isSpecial: True if code of the gateway handles the route.
    /// - Returns: The method.
    public func route(
        _ verb: HTTPBinding.Verb,
        _ path: String,
        _ summary: String,
        scope: Scope? = nil,
        success: HTTPBinding.Success = .ok,
        fields: HTTPBinding.FieldSource? = nil,
        gatewayFields: Set<String> = [],
        errors: [ErrorCode] = [],
        isSpecial: Bool = false
    ) -> Method {
        let fields = fields ?? ([.get, .delete].contains(verb) ? .query : .body)
        var method = self
        method.http = HTTPBinding(verb, path, summary, scope, success, fields, gatewayFields, errors, isSpecial)
        return method
    }
}
