package import Contracts
import Logging
package import MessageBus
import Observability
package import ServiceKit
import Settings
package import Storage

extension ServiceProcess {
    /// Interval of checkpoints concurrent with writes, for services that request them.
    ///
    /// A checkpoint without new writes costs nothing. In two seconds, the heaviest load writes some 10 MB. Syncing them
    /// takes some milliseconds of the disk, and the log's file does not grow.
    private static let checkpointInterval = Duration.seconds(2)
    /// Interval of removing old replies.
    ///
    /// Replies to requests without a client's key are stored for about a minute, and a busy service stores hundreds per
    /// second.
    private static let replyPruneInterval = Duration.seconds(10)
    /// Interval of removing old events.
    ///
    /// They are stored for days, so an hour more or less does not matter.
    private static let eventPruneInterval = Duration.seconds(3_600)
    /// Interval of looks whether the file must be rebuilt, and whether it may.
    ///
    /// A look without removed rows costs nothing.
    private static let rebuildInterval = Duration.seconds(10)

    /// Opens the database of this process's service, and closes it at the end.
    ///
    /// With `migrate.only`, only migrates it and then ends the process.
    ///
    /// - Throws: `PermanentFailure` if it is damaged; `StorageError` if it cannot be used for another reason.
    package func openStore(
        of service: ServiceName,
        migrations: [Migration],
        pageCacheKiB: Int = Store.pageCacheKiBDefault,
        hasCheckpointsAside: Bool = false,
        undoInMemory: Bool = false,
        eventLifetimeS: Int = Store.eventLifetimeS
    ) async throws -> Store {
        let path = data.database(of: service)
        let lastBackup = try self.lastBackup
        if try migratesOnly {
            throw try await EarlyExit(rehearsing: path, migrations, logger)
        }
        notify(status: "Opening the database.")
        let store: Store
        do {
            store = try await Store.open(
                path,
                migrations: migrations,
                pageCacheKiB: pageCacheKiB,
                hasCheckpointsAside: hasCheckpointsAside,
                undoInMemory: undoInMemory,
                logger: logger
            )
        } catch let error as StorageError {
            let exitError = error.exitError(backupRecordIn: lastBackup)
            logger.critical("the database cannot be used", metadata: ["error": "\(exitError)"])
            throw exitError
        }
        atStart { store.releaseCaches() }
        atEnd { try store.close() }
        if let check = store.startCheck {
            add(IntegrityCheckService(check: check, lastBackup: lastBackup, logger: logger))
        }
        let backupRecord = lastBackup ?? data.path
        metrics.add {
            var metrics = store.metrics()
            if let seconds = LastBackup(in: backupRecord)?.secondsSince1970 { metrics.add(.lastBackup, seconds) }
            return metrics
        }
        if hasCheckpointsAside {
            add(
                PeriodicTask("checkpoint the write-ahead log", every: Self.checkpointInterval, logger: logger) {
                    try await store.checkpointConcurrently()
                }
            )
        }
        add(
            PeriodicTask("remove old replies", every: Self.replyPruneInterval, logger: logger) {
                try await store.pruneReplies()
            }
        )
        add(
            PeriodicTask("remove old events", every: Self.eventPruneInterval, logger: logger) {
                try await store.pruneEvents(olderThanS: eventLifetimeS)
            }
        )
        add(
            PeriodicTask("remove copies of removed rows", every: Self.rebuildInterval, logger: logger) {
                try await store.rebuildIfDue()
            }
        )
        return store
    }

    /// Publishes the events of a store; add the result's endpoints to the service's own.
    ///
    /// - Parameters:
    ///   - service: The service that publishes them.
    ///   - store: Its database.
    ///   - snapshot: How it describes its current state.
    /// - Returns: The publisher.
    package func publishEvents(
        of service: ServiceName,
        from store: Store,
        snapshot: SnapshotSource
    ) -> EventPublisher {
        let publisher = EventPublisher(of: service, store: store, bus: bus, snapshot: snapshot)
        add(publisher)
        metrics.add { await publisher.metrics() }
        return publisher
    }

    /// Subscribes to the events of another service.
    ///
    /// - Parameters:
    ///   - source: The service that publishes them.
    ///   - subscriber: The service of this process.
    ///   - store: Its database.
    ///   - eventSubscriber: What it does with them.
    ///   - durability: See ``EventSubscription``.
    /// - Returns: The subscription.
    @discardableResult
    package func subscribe(
        _ source: ServiceName,
        as subscriber: ServiceName,
        in store: Store,
        _ eventSubscriber: EventSubscriber,
        durability: Durability = .onDisk
    ) -> EventSubscription {
        let subscription = EventSubscription(
            of: subscriber,
            to: source,
            store: store,
            bus: bus,
            eventSubscriber,
            durability: durability
        )
        add(subscription)
        metrics.add { subscription.metrics() }
        return subscription
    }
}

extension EarlyExit {
    /// Migrates a database and reports the effects as JSON.
    init(rehearsing path: String, _ migrations: [Migration], _ logger: Logger) async throws {
        let rehearsal = try await MigrationRehearsal(path, migrations: migrations, logger: logger)
        self.init(saying: String(decoding: try PayloadCoder.encode(rehearsal), as: UTF8.self))
    }
}

extension Store {
    /// The method that exports a user's own data from a service.
    package func exportEndpoint(of service: ServiceName, _ source: ExportSource) -> Endpoint {
        .handle(ExportPage.method(of: service)) { (request: ExportPage, context: RequestContext) in
            try await self.exportPage(request, of: try context.user(), source)
        }
    }
}
