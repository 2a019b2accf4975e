import ContractDocuments
import Contracts
import HTTPTypes

/// A route that forwards to one method, with what each request needs of its binding.
struct Route: Sendable {
    let method: Contracts.Method
    /// Fields of the payload that come from the path.
    let pathParameters: [BoundRoute.Parameter]
    /// Fields of the payload that come from the query.
    let queryParameters: [BoundRoute.Parameter]
    /// True if `If-Match` becomes a field of the payload.
    let takesCondition: Bool
    /// True if `If-Match: *` becomes a field of the payload.
    let takesOverwrite: Bool
    /// The maximum size of the body in bytes; nil if the route takes none.
    let bodyBytesMax: Int?
    let success: HTTPResponse.Status
    /// The scope that a personal access token needs; nil if the route accepts none.
    let scope: Scope?
    /// True if the reply's `version` is sent as `ETag`, for a later `If-Match`.
    let answersVersion: Bool

    init(_ bound: BoundRoute) {
        method = bound.method
        pathParameters = bound.pathParameters
        queryParameters = bound.queryParameters
        takesCondition = bound.takesVersion || bound.takesOverwrite
        takesOverwrite = bound.takesOverwrite
        bodyBytesMax = bound.binding.fields == .body ? HTTPLimits.bodyBytesMax(for: bound.method) : nil
        success = HTTPResponse.Status(bound.binding.success)
        scope = bound.binding.scope
        answersVersion = bound.answersVersion
    }
}

extension HTTPResponse.Status {
    init(_ success: HTTPBinding.Success) {
        switch success {
        case .ok: self = .ok
        case .created: self = .created
        case .accepted: self = .accepted
        case .noContent: self = .noContent
        }
    }
}

extension HTTPRequest.Method {
    init(_ verb: HTTPBinding.Verb) {
        switch verb {
        case .get: self = .get
        case .put: self = .put
        case .post: self = .post
        case .patch: self = .patch
        case .delete: self = .delete
        }
    }
}
