import Contracts

/// Who may call one route, and a call by which that is seen.
struct AccessRule: Sendable {
    /// To whom a route is open.
    enum Audience: Sendable {
        case everybody
        case signedIn
        /// Who is signed in, for what is theirs; what is others' is not there.
        case owner
        case staff
        case admins
    }

    /// What an address names: made anew where a call uses it up.
    enum Thing: Sendable {
        /// Of the owner's group.
        case challenge
        case entry
        case food
        case group
        case healthyFood
        case invitation
        case measurement
        /// Of the owner, in a group of theirs.
        case membership
        /// One that nobody has made yet.
        case newEntry
        case ownFood
        case picture
        case plan
        case recipe
        case session
        case token
        /// An account that nobody in the test signs in with.
        case bystander
    }

    let method: String
    let path: String
    let audience: Audience
    /// What a personal access token needs; without one, it is closed to them, or open to everybody.
    let scope: Scope?
    let thing: Thing?
    let query: String
    let body: String?
    let headers: [String: String]
    /// How a call is answered that was let in: well, or by what is wrong with its input.
    let granted: Int

    init(
        _ method: String,
        _ path: String,
        _ audience: Audience,
        scope: Scope? = nil,
        of thing: Thing? = nil,
        query: String = "",
        body: String? = nil,
        headers: [String: String] = [:],
        granted: Int
    ) {
        self.method = method
        self.path = path
        self.audience = audience
        self.scope = scope
        self.thing = thing
        self.query = query
        self.body = body
        self.headers = headers
        self.granted = granted
    }

    var route: String { "\(method) \(path)" }
    var isOpen: Bool { audience == .everybody }

    /// The request's address for one thing.
    func address(of id: String) -> String {
        // A member's name is the group's and their own.
        path.replacing("{id}/members/{userId}", with: id)
            .replacing("{date}", with: "today").replacing("{gtin}", with: "96385074")
            .replacing("{id}", with: id).replacing("{foodId}", with: id)
            + query
    }

    /// How each of them must be answered.
    ///
    /// - Parameter caller: Who calls.
    /// - Returns: A status.
    func status(for caller: AccessCaller) -> Int {
        if isOpen { return granted }
        switch caller {
        case .nobody: return 401
        case .tokenWithoutScope: return 403
        case .tokenWithScope: return scope == nil ? 403 : granted
        case .owner: return [.signedIn, .owner].contains(audience) ? granted : 403
        case .another:
            return audience == .owner ? 404 : audience == .signedIn ? granted : 403
        case .staff:
            return audience == .owner ? 404 : audience == .admins ? 403 : granted
        case .admin: return audience == .owner ? 404 : granted
        }
    }
}

/// Everybody who calls a route.
///
/// Those who are refused come first: what they must not change is there for the others.
enum AccessCaller: CaseIterable {
    case nobody
    case tokenWithoutScope
    case another
    case staff
    case admin
    /// Of the owner's, with the route's scope alone; of an admin's, with every scope, where a route names none.
    case tokenWithScope
    case owner
}
