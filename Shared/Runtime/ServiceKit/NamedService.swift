package import ServiceLifecycle

/// A service with the name of its type as its description.
///
/// ServiceLifecycle writes the descriptions of services to the log. The description that Swift makes has all
/// properties, and so also secret keys and passwords of the configuration.
package struct NamedService: Service, CustomStringConvertible {
    private let service: any Service

    package init(_ service: any Service) { self.service = service }

    package var description: String { "\(type(of: service))" }

    package func run() async throws { try await service.run() }
}
