import Contracts
import Gateway
import HTTPTypes
import TestSupport
import Testing

/// The routes that the gateway derives from contracts and descriptions.
struct RouteTableTests {
    /// Routes with a version in their reply, although they did not send it when routes were registered by hand.
    private static let newETags: Set<String> = ["GET /v1/foods/barcode/{gtin}", "POST /v1/foods/remote"]

    private static func line(_ route: ListedRoute) -> String {
        [
            "\(route.httpMethod.rawValue) \(route.path)", route.access.rawValue, route.scope?.rawValue ?? "-",
            route.takesVersion ? "If-Match" : "-", route.answersVersion ? "ETag" : "-", "\(route.success)",
        ].joined(separator: " ")
    }

    @Test func `every route has the rules that it had when it was registered by hand`() throws {
        let routes = try ListedRoute.all(logger: .silent).map { route in
            let address = "\(route.httpMethod.rawValue) \(route.path)"
            guard Self.newETags.contains(address) else { return Self.line(route) }
            #expect(route.answersVersion, "\(address)")
            return Self.line(
                ListedRoute(
                    httpMethod: route.httpMethod,
                    path: route.path,
                    access: route.access,
                    scope: route.scope,
                    takesVersion: route.takesVersion,
                    success: route.success
                )
            )
        }
        #expect(Set(RouteSnapshot.lines).subtracting(routes).sorted() == [])
        #expect(RouteSnapshot.lines.count == 113)
    }

    @Test func `the gateway has exactly the routes that the contracts and descriptions declare`() throws {
        let listed = try ListedRoute.all(logger: .silent).map { "\($0.httpMethod.rawValue) \($0.path)" }
        #expect(listed.sorted() == API.routes.map { "\($0.verb.rawValue) \($0.path)" }.sorted())
    }
}
