package import Contracts
package import HTTPTypes
package import Logging
import MessageBus
import Observability
import ServiceKit
import Settings

/// The access rules of a route, for tests that check them.
package struct ListedRoute: Sendable {
    package let httpMethod: HTTPRequest.Method
    package let path: String
    /// Whether the route requires authentication.
    package let access: Method.Access
    /// The scope that a personal access token needs; nil if the route accepts none.
    package let scope: Scope?

    /// True if `If-Match` names the version to change.
    package let takesVersion: Bool

    package init(
        httpMethod: HTTPRequest.Method,
        path: String,
        access: Method.Access,
        scope: Scope?,
        takesVersion: Bool = false
    ) {
        (self.httpMethod, self.path, self.access, self.scope) = (httpMethod, path, access, scope)
        self.takesVersion = takesVersion
    }

    /// Returns every route of a gateway, from the table that a running one uses.
    ///
    /// - Parameter logger: A logger for the gateway, which never runs and logs nothing.
    /// - Returns: The routes in the order of their registration.
    /// - Throws: An error if a gateway cannot be made without settings.
    package static func all(logger: Logger) throws -> [ListedRoute] {
        let bus = MessageBus(BusConfiguration(instance: "route-listing", brokers: []), logger: logger)
        let configuration = try GatewayConfiguration(SettingsReader())
        let metrics = ProcessMetrics(service: MetricsReport.gateway, bus: bus)
        return Gateway(bus: bus, configuration: configuration, own: metrics, logger: logger).table().listed
    }
}
