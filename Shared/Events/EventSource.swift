package import Contracts
package import ServiceKit
package import Storage

extension ServiceProcess {
    /// Opens the database of this process's service and closes it at the end.
    package func openStore(of service: ServiceName, migrations: [Migration]) async throws -> Store {
        let store = try await Store.open(data.database(of: service), migrations: migrations, logger: logger)
        atEnd { try store.close() }
        add(ReplyPruner(store: store, logger: logger))
        return store
    }

    /// Publishes the events of a store; add the result's endpoint to the service's own.
    package func publishEvents(of service: ServiceName, from store: Store) -> EventPublisher {
        let publisher = EventPublisher(of: service, store: store, bus: bus)
        add(publisher)
        return publisher
    }
}
