import Calendar
import Contracts
import Foundation
import TestSupport
import Testing

/// Creates the callers of every route and the resources that routes name.
final class AccessFixture {
    static let entry = #"{"meal":"snack","name":"Biscuit","kcal":150}"#

    static let ownFood = #"{"name":"Borscht","kcal":45}"#

    static let healthyFood = #"{"name":"Kale","kcal":43,"description":"Green.","category":"vegetable"}"#

    static let group = #"{"name":"Neighbours"}"#

    static let challenge = #"{"metric":"logged","from":"today","to":"today"}"#

    private static let profile =
        #""sex":"female","birthDate":"1990-05-17","heightCm":165,"weightKg":65,"activityLevel":"light","goal":"keep""#

    private struct Made: Decodable {
        var id: String
    }

    private let stack: StackFixture
    private let owner: User
    private let otherUser: User
    private let bystander: User
    private let staff: HTTPClient
    private let admin: HTTPClient
    private var tokens: [String: HTTPClient] = [:]

    init(_ stack: StackFixture) async throws {
        self.stack = stack
        owner = try await User.register(stack, "Owner", Self.profile)
        otherUser = try await User.register(stack, "Another", Self.profile)
        bystander = try await User.register(stack, "Bystander", Self.profile)
        staff = try await Self.appoint("staff", stack)
        admin = try await Self.appoint("admin", stack)
    }

    /// Registers an account, grants it a role with `mealwire admin`, and signs in again with that role.
    private static func appoint(_ role: String, _ stack: StackFixture) async throws -> HTTPClient {
        let user = try await User.register(stack, "Appointed", profile)
        let email = user.session.user.email
        let outcome = try CommandLineTool.run(["admin", "users", "role", email, role, "--data", stack.directory])
        try #require(outcome.status == 0, "\(outcome.errors)")
        return stack.http.with(token: try await signIn(email, stack).accessToken)
    }

    private static func signIn(_ email: String, _ stack: StackFixture) async throws -> Session {
        let answer = try await stack.http.post("/v1/auth/login", #"{"email":"\#(email)","password":"1234567A"}"#)
        guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
        return try answer.decode()
    }

    /// Returns the client of a caller.
    func client(_ caller: AccessCaller, for rule: AccessRule) async throws -> HTTPClient {
        switch caller {
        case .anonymous: return stack.http
        case .owner: return owner.http
        case .otherUser: return otherUser.http
        case .staff: return staff
        case .admin: return admin
        case .tokenWithScope:
            guard let scope = rule.scope else { return try await token(Scope.allCases, of: admin, "admin") }
            return try await token([scope], of: owner.http, "owner")
        case .tokenWithoutScope:
            return try await token(Scope.allCases.filter { $0 != rule.scope }, of: owner.http, "owner")
        }
    }

    private func token(_ scopes: [Scope], of user: HTTPClient, _ name: String) async throws -> HTTPClient {
        let names = scopes.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
        if let known = tokens[name + names] { return known }
        let made: AuthTokensMake.Reply = try await make("/v1/auth/tokens", Self.token(names), by: user)
        let client = stack.http.with(token: made.token)
        tokens[name + names] = client
        return client
    }

    private static func token(_ scopes: String) -> String {
        #"{"name":"Script","scopes":[\#(scopes)],"expiresAt":"\#(Timestamp.text(Date() + 86_400))"}"#
    }

    private func make<Reply: Decodable>(_ path: String, _ body: String, by user: HTTPClient) async throws -> Reply {
        let answer = try await user.post(path, body)
        guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
        return try answer.decode()
    }

    /// Creates the resource that a route's path names.
    ///
    /// - Parameter resource: The kind of resource; nil for a path without one.
    /// - Returns: The id.
    /// - Throws: `UnexpectedAnswer` if the server does not create it.
    func id(of resource: AccessRule.Resource?) async throws -> String {
        switch resource {
        case nil: return ""
        case .image: return ImageID.make().description
        case .bystander: return bystander.session.user.id.description
        case .entry: return try await made("/v1/diary/days/today/entries", Self.entry)
        case .newEntry: return EntryID.make().description
        case .measurement: return try await made("/v1/profile/measurements", #"{"kind":"weight","value":61}"#)
        case .token: return try await made("/v1/auth/tokens", Self.token(#""diary:read""#))
        case .session: return try await newestSession()
        case .plan: return try await made("/v1/plans", #"{"days":1,"seed":1}"#)
        case .group: return try await made("/v1/groups", Self.group)
        case .membership: return "\(try await made("/v1/groups", Self.group))/members/\(owner.session.user.id)"
        case .challenge:
            return try await made("/v1/groups/\(try await made("/v1/groups", Self.group))/challenges", Self.challenge)
        case .recipe:
            let food = try await made("/v1/foods", Self.ownFood)
            let parts = #"[{"foodId":"\#(food)","grams":100}]"#
            return try await made("/v1/recipes", #"{"name":"Soup","servings":2,"ingredients":\#(parts)}"#)
        case .ownFood: return try await made("/v1/foods", Self.ownFood)
        case .food:
            let answer = try await owner.http.get("/v1/foods?q=banana&limit=1")
            return try #require(try answer.decode(CatalogSearch.Reply.self).items.first).id.description
        case .healthyFood:
            let made: HealthyFood = try await make("/v1/foods/healthy", Self.healthyFood, by: admin)
            return made.id.description
        case .invitation:
            let made: AuthAdminInvitationsMake.Reply = try await make("/v1/admin/invitations", "{}", by: admin)
            return made.invitation.id.description
        }
    }

    private func made(_ path: String, _ body: String) async throws -> String {
        let made: Made = try await make(path, body, by: owner.http)
        return made.id
    }

    private func newestSession() async throws -> String {
        _ = try await Self.signIn(owner.session.user.email, stack)
        let list = try await owner.http.get("/v1/auth/sessions").decode(AuthSessionsList.Reply.self)
        return try #require(list.items.first).id.description
    }
}
