package import Contracts
package import Messaging
package import Storage

extension Store {
    /// The method that exports a user's own data from a service.
    package func exportEndpoint(of service: ServiceName, _ source: ExportSource) -> Endpoint {
        .handle(ExportPage.method(of: service)) { (request: ExportPage, context: RequestContext) in
            try await self.exportPage(request, of: try context.user(), source)
        }
    }
}
