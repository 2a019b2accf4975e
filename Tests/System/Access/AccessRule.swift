import Contracts

/// States the audience of one route and a request that checks it.
struct AccessRule: Sendable {
    /// The callers that may use a route.
    enum Audience: Sendable {
        case anyone
        case signedIn
        /// Signed-in users, for their own resources; others get 404.
        case owner
        case staff
        case admins
    }

    /// The kind of resource that a path names.
    ///
    /// A new one is created when a request consumes it.
    enum Resource: Sendable {
        /// A challenge in a group of the owner.
        case challenge
        case entry
        case food
        case group
        case healthyFood
        case invitation
        case measurement
        /// The owner's membership in a group of their own.
        case membership
        /// An id without an entry.
        case newEntry
        case ownFood
        case image
        case plan
        case recipe
        case session
        case token
        /// An account without a client in the test.
        case bystander
    }

    let method: String
    let path: String
    let audience: Audience
    /// The scope that a personal access token needs; nil if the route is public or rejects tokens.
    let scope: Scope?
    let resource: Resource?
    let query: String
    let body: String?
    let headers: [String: String]
    /// The status for a caller with access: a success, or the error for the request's input.
    let granted: Int

    init(
        _ method: String,
        _ path: String,
        _ audience: Audience,
        scope: Scope? = nil,
        of resource: Resource? = nil,
        query: String = "",
        body: String? = nil,
        headers: [String: String] = [:],
        granted: Int
    ) {
        self.method = method
        self.path = path
        self.audience = audience
        self.scope = scope
        self.resource = resource
        self.query = query
        self.body = body
        self.headers = headers
        self.granted = granted
    }

    var route: String { "\(method) \(path)" }
    var isOpen: Bool { audience == .anyone }
    /// The role that the route must declare; nil for other audiences.
    var role: Role? {
        switch audience {
        case .staff: .staff
        case .admins: .admin
        case .anyone, .signedIn, .owner: nil
        }
    }

    /// Returns the request's path and query for one resource.
    func address(of id: String) -> String {
        // The id of a membership contains the group's id and the member's id.
        path.replacing("{id}/members/{userId}", with: id)
            .replacing("{date}", with: "today").replacing("{gtin}", with: "96385074")
            .replacing("{id}", with: id).replacing("{foodId}", with: id)
            + query
    }

    /// Returns the status that a caller must get.
    func status(for caller: AccessCaller) -> Int {
        if isOpen { return granted }
        switch caller {
        case .anonymous: return 401
        case .tokenWithoutScope: return 403
        case .tokenWithScope: return scope == nil ? 403 : granted
        case .owner: return [.signedIn, .owner].contains(audience) ? granted : 403
        case .otherUser:
            return audience == .owner ? 404 : audience == .signedIn ? granted : 403
        case .staff:
            return audience == .owner ? 404 : audience == .admins ? 403 : granted
        case .admin: return audience == .owner ? 404 : granted
        }
    }
}

/// The callers of a route.
///
/// Rejected callers come first, so that the resource still exists for the others.
enum AccessCaller: CaseIterable {
    case anonymous
    case tokenWithoutScope
    case otherUser
    case staff
    case admin
    /// A token of the owner with only the route's scope; for a route without a scope, an admin's token with every
    /// scope.
    case tokenWithScope
    case owner
}
