package import Contracts
package import ServiceKit
package import Storage

extension ServiceProcess {
    /// Opens the database of this process's service and closes it at the end.
    package func openStore(of service: ServiceName, migrations: [Migration]) async throws -> Store {
        let store = try await Store.open(data.database(of: service), migrations: migrations, logger: logger)
        atEnd { try store.close() }
        add(StorePruner(store: store, logger: logger))
        return store
    }

    /// Publishes the events of a store; add the result's endpoints to the service's own.
    ///
    /// - Parameters:
    ///   - service: The service whose events they are.
    ///   - store: Its database.
    ///   - snapshot: How it tells everything as it now is.
    /// - Returns: What publishes them.
    package func publishEvents(
        of service: ServiceName,
        from store: Store,
        snapshot: SnapshotSource
    ) -> EventPublisher {
        let publisher = EventPublisher(of: service, store: store, bus: bus, snapshot: snapshot)
        add(publisher)
        return publisher
    }
}
