import Configuration
package import Contracts
package import HTTPTypes
package import Logging
import Messaging
import ServiceKit

/// What a route says of who may call it, for those who check that.
package struct ListedRoute: Sendable {
    package let httpMethod: HTTPRequest.Method
    package let path: String
    /// Whether the gateway asks who calls.
    package let access: Method.Access
    /// What a personal access token needs for it; without one, none is enough.
    package let scope: Scope?

    /// Whether `If-Match` names the version that a request changes.
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

    /// Every route of a gateway, out of the table that a running one answers by.
    ///
    /// - Parameter logger: Of a gateway that is never run, so it hears nothing.
    /// - Returns: The routes, in the order in which they were added.
    /// - Throws: Nothing, as long as a gateway without any setting can start.
    package static func all(logger: Logger) throws -> [ListedRoute] {
        let bus = MessageBus(BusConfiguration(instance: "route-listing", brokers: []), logger: logger)
        let configuration = try GatewayConfiguration(ConfigReader(provider: InMemoryProvider(values: [:])))
        let figures = ProcessFigures(service: MetricsReport.gateway, bus: bus)
        return Gateway(bus: bus, configuration: configuration, own: figures, logger: logger).table().listed
    }
}
