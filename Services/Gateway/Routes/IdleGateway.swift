package import Hummingbird
package import Logging
import MessageBus
import Observability
import ServiceKit
import Settings

/// A gateway without settings that never runs, for tests of its routes.
package enum IdleGateway {
    /// Returns the router of all routes; those that call a service do not work.
    ///
    /// - Parameters:
    ///   - logger: A logger for the gateway.
    ///   - webApp: The files of the web app; nil for the API alone.
    /// - Returns: The router.
    /// - Throws: An error if a gateway cannot be made without settings, or for contradictory routes.
    package static func router(logger: Logger, webApp: WebAppFiles? = nil) throws -> Router<BasicRequestContext> {
        try table(logger, webApp).router
    }

    static func table(_ logger: Logger, _ webApp: WebAppFiles? = nil) throws -> RouteTable {
        let bus = MessageBus(BusConfiguration(instance: "idle-gateway", brokers: []), logger: logger)
        let configuration = try GatewayConfiguration(SettingsReader())
        let metrics = ProcessMetrics(service: MetricsReport.gateway, bus: bus)
        return try Gateway(bus: bus, configuration: configuration, own: metrics, logger: logger, webApp: webApp)
            .table()
    }
}
