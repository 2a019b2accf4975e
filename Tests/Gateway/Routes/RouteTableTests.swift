import Contracts
import Gateway
import HTTPTypes
import TestSupport
import Testing

/// The routes that the gateway derives from contracts and descriptions.
struct RouteTableTests {
    @Test func `the gateway has exactly the routes that the contracts and descriptions declare`() throws {
        let listed = try ListedRoute.all(logger: .silent).map { "\($0.httpMethod.rawValue) \($0.path)" }
        #expect(listed.sorted() == API.routes.map { "\($0.verb.rawValue) \($0.path)" }.sorted())
    }
}
