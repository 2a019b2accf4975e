import ContractDocuments
package import Contracts
package import HTTPTypes
package import Logging

/// A registered route with its rules, for tests that check them.
package struct ListedRoute: Sendable {
    package let httpMethod: HTTPRequest.Method
    package let path: String
    /// Whether the route requires authentication.
    package let access: Contracts.Method.Access
    /// The role that the signed-in user needs; nil if each user may call the route.
    package let role: Role?
    /// The scope that a personal access token needs; nil if the route accepts none.
    package let scope: Scope?
    /// True if `If-Match` names the version to change.
    package let takesVersion: Bool
    /// True if the reply's version is sent as `ETag`.
    package let answersVersion: Bool
    /// The status of a successful response.
    package let success: Int

    package init(
        httpMethod: HTTPRequest.Method,
        path: String,
        access: Contracts.Method.Access,
        role: Role? = nil,
        scope: Scope?,
        takesVersion: Bool = false,
        answersVersion: Bool = false,
        success: Int = 200
    ) {
        (self.httpMethod, self.path, self.access, self.scope) = (httpMethod, path, access, scope)
        self.role = role
        (self.takesVersion, self.answersVersion, self.success) = (takesVersion, answersVersion, success)
    }

    init(_ bound: BoundRoute) {
        self.init(
            httpMethod: HTTPRequest.Method(bound.binding.verb),
            path: bound.binding.path,
            access: bound.method.access,
            role: bound.method.role,
            scope: bound.binding.scope,
            takesVersion: bound.takesVersion,
            answersVersion: bound.answersVersion,
            success: bound.binding.success.rawValue
        )
    }

    init(_ route: RouteDescription) {
        self.init(
            httpMethod: HTTPRequest.Method(route.verb),
            path: route.path,
            access: route.access,
            role: route.role,
            scope: route.scope,
            takesVersion: route.takesVersion,
            answersVersion: route.answersVersion,
            success: route.success
        )
    }

    /// Returns every route of a gateway, from the table that a running one uses.
    ///
    /// - Parameter logger: A logger for the gateway, which never runs and logs nothing.
    /// - Returns: The routes in the order of their registration.
    /// - Throws: An error if a gateway cannot be made without settings.
    package static func all(logger: Logger) throws -> [ListedRoute] {
        try IdleGateway.table(logger).listed
    }
}
