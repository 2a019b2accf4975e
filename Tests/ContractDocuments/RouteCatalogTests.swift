import ContractDocuments
import Contracts
import Testing

/// Contracts with contradictory bindings.
private enum Contradiction {
    struct Inner: Codable {
        var text: String
    }

    struct Nothing: Contract {
        typealias Reply = Empty

        static let method = Method("a.nothing", of: .diary, .read, .user).route(
            .get,
            "/a/{x}/b",
            "Does nothing."
        )

        var x: Int
    }

    struct SamePath: Contract {
        typealias Reply = Empty

        static let method = Method("a.same-path", of: .diary, .read, .user).route(
            .get,
            "/a/{y}/b",
            "Does nothing else."
        )

        var y: String
    }

    struct UnknownPathField: Contract {
        typealias Reply = Empty

        static let method = Method("a.unknown", of: .diary, .read, .user).route(
            .get,
            "/a/{z}",
            "Does nothing."
        )

        var y: String
    }

    struct ListInQuery: Contract {
        typealias Reply = Empty

        static let method = Method("a.list", of: .diary, .read, .user).route(
            .get,
            "/a",
            "Does nothing."
        )

        var items: [String]?
    }

    struct ObjectInQuery: Contract {
        typealias Reply = Empty

        static let method = Method("a.object", of: .diary, .keyedWrite, .user).route(
            .delete,
            "/a",
            "Does nothing."
        )

        var inner: Inner
    }

    struct SecretInQuery: Contract {
        typealias Reply = Empty

        static let method = Method("a.secret", of: .diary, .keyedWrite, .user).route(
            .delete,
            "/a",
            "Does nothing."
        )

        var currentPassword: String
    }

    struct SecretInPath: Contract {
        typealias Reply = Empty

        static let method = Method("a.secret-path", of: .diary, .keyedWrite, .user).route(
            .post,
            "/a/{token}",
            "Does nothing."
        )

        var token: String
    }

    struct ForOperator: Contract {
        typealias Reply = Empty

        static let method = Method("a.operate", of: .diary, .keyedWrite, .operator).route(
            .post,
            "/a",
            "Does nothing."
        )
    }

    struct ForServices: Contract {
        typealias Reply = Empty

        static let method = Method("a.serve", of: .diary, .keyedWrite, .services).route(
            .post,
            "/a",
            "Does nothing."
        )
    }

    struct BodyOfGet: Contract {
        typealias Reply = Empty

        static let method = Method("a.body", of: .diary, .read, .user).route(
            .get,
            "/a",
            "Does nothing.",
            fields: .body
        )
    }

    struct HiddenUnknown: Contract {
        typealias Reply = Empty

        static let method = Method("a.hidden", of: .diary, .read, .user).route(
            .get,
            "/a",
            "Does nothing.",
            gatewayFields: ["client"]
        )
    }

    struct HiddenInBody: Contract {
        typealias Reply = Empty

        static let method = Method("a.hidden-body", of: .diary, .keyedWrite, .user).route(
            .post,
            "/a",
            "Does nothing.",
            gatewayFields: ["client"]
        )

        var client: String?
    }

    struct Unversioned: Contract {
        struct Reply: Codable, Sendable {
            var version: Int
        }

        static let method = Method("a.version", of: .diary, .read, .user).route(.get, "/a", "Does nothing.")
    }

    struct Relative: Contract {
        typealias Reply = Empty

        static let method = Method("a.relative", of: .diary, .read, .user).route(
            .get,
            "a",
            "Does nothing."
        )
    }
}

/// Derives routes from contracts, and refuses contradictions.
struct RouteCatalogTests {
    private static func refusal(_ contracts: [any Contract.Type]) -> String? {
        let error = #expect(throws: RouteRefusal.self) { try RouteCatalog(contracts, special: []) }
        return error?.description
    }

    private static func route(_ contract: any Contract.Type) throws -> BoundRoute {
        let routes = try RouteCatalog().bound
        return try #require(routes.first { $0.method == contract.method })
    }

    @Test func `fields come from path, query, header and body by their names`() throws {
        let search = try Self.route(CatalogSearch.self)
        #expect(search.queryParameters.map(\.name) == ["q", "language", "limit", "cursor"])
        #expect(search.queryParameters.map(\.kind) == [.text, .text, .wholeNumber, .text])
        #expect(search.bodyFields == [] && !search.takesVersion && !search.answersVersion)

        let put = try Self.route(DiaryEntriesPut.self)
        #expect(put.pathParameters.map(\.name) == ["id"])
        #expect(put.queryParameters.isEmpty && put.takesVersion && put.takesOverwrite && put.answersVersion)
        #expect(!put.bodyFields.map(\.name).contains { ["id", "ifVersion", "overwrites"].contains($0) })
        #expect(put.bodyFields.map(\.name).contains("grams"))

        let login = try Self.route(AuthLogin.self)
        #expect(Set(login.bodyFields.map(\.name)) == ["email", "password", "deviceToken"])

        let remove = try Self.route(AuthTotpRemove.self)
        #expect(remove.queryParameters.isEmpty && Set(remove.bodyFields.map(\.name)) == ["password", "code"])

        let recent = try Self.route(DiaryFoodsRecent.self)
        #expect(recent.queryParameters.map(\.name) == ["meal", "sort", "limit"])
        #expect(recent.queryParameters.map(\.kind) == [.text, .text, .wholeNumber])
    }

    @Test func `two routes with one verb and pattern are refused`() {
        let reason = Self.refusal([Contradiction.Nothing.self, Contradiction.SamePath.self])
        #expect(reason == "The route GET /a/{y}/b exists twice.")
    }

    @Test func `a field of the path that the request does not have is refused`() {
        let reason = Self.refusal([Contradiction.UnknownPathField.self])
        #expect(
            reason == "The route GET /a/{z} names the field z in its path, which UnknownPathField does not have."
        )
    }

    @Test func `lists and objects in a query are refused`() {
        let list = Self.refusal([Contradiction.ListInQuery.self])
        #expect(list?.hasPrefix("The route GET /a cannot take the field items from the query: it is [string]") == true)
        let object = Self.refusal([Contradiction.ObjectInQuery.self])
        #expect(object?.hasPrefix("The route DELETE /a cannot take the field inner from the query") == true)
    }

    @Test func `secrets in a query or path are refused`() {
        let query = Self.refusal([Contradiction.SecretInQuery.self])
        #expect(
            query == "The route DELETE /a takes the secret currentPassword from the query, which logs contain."
        )
        let path = Self.refusal([Contradiction.SecretInPath.self])
        #expect(path == "The route POST /a/{token} takes the secret token from the path, which logs contain.")
    }

    @Test func `methods of processes and of the operator get no route`() {
        let reason = Self.refusal([Contradiction.ForOperator.self])
        #expect(reason == "The route POST /a calls a.operate, which is not for users: its access is operator.")
        #expect(Self.refusal([Contradiction.ForServices.self])?.contains("its access is services") == true)
        let special = RouteDescription(.get, "/a", "Does nothing.", access: .services, responses: [])
        let error = #expect(throws: RouteRefusal.self) { try RouteCatalog([], special: [special]) }
        #expect(error?.description == "The route GET /a is not for users: its access is services.")
    }

    @Test func `bodies of GET, hidden fields without code, and relative paths are refused`() {
        #expect(Self.refusal([Contradiction.BodyOfGet.self])?.contains("which GET does not have") == true)
        #expect(Self.refusal([Contradiction.HiddenUnknown.self])?.contains("hides the field client") == true)
        #expect(Self.refusal([Contradiction.HiddenInBody.self])?.contains("has no code that checks it") == true)
        #expect(Self.refusal([Contradiction.Relative.self])?.contains("needs a path with a slash") == true)
        #expect(Self.refusal([Contradiction.Unversioned.self])?.contains("of Unversioned is not Versioned") == true)
    }
}
