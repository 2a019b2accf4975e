import Contracts
package import Events
package import Logging
import Observability
import ServiceKit
import ServiceLifecycle
package import Storage

/// Scrubs the event of an erasure as soon as every other service has erased the user.
package struct ErasureCompletion: Service {
    private let store: Store
    private let subscribers: SubscriberOffsets
    private let logger: Logger

    /// Creates the task.
    ///
    /// - Parameters:
    ///   - store: The database of auth.
    ///   - subscribers: The positions of the other services in the event stream.
    ///   - logger: Receives errors.
    package init(store: Store, subscribers: SubscriberOffsets, logger: Logger) {
        self.store = store
        self.subscribers = subscribers
        self.logger = logger
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in subscribers.news {
                do {
                    try await completeErasures()
                } catch {
                    // The next pull of any service causes another attempt.
                    logger.failure("erasures could not be completed", error)
                }
            }
        }
    }

    /// Scrubs the events of all erasures that every service has confirmed.
    package func completeErasures() async throws {
        let (pending, epoch) = (try await store.read { try $0.pendingErasures() }, try await store.beacon().epoch)
        let done = pending.filter { erasure in
            subscribers.haveAllPassed(Beacon(epoch: epoch, last: erasure.sequence), AccountErased.subscribers)
        }
        if !done.isEmpty {
            for erasure in done { try await store.searchTraces(of: erasure.user) }
            try await store.write { transaction in
                for erasure in done {
                    try transaction.scrubEvents(of: erasure.user)
                    try transaction.removePendingErasure(of: erasure.user)
                }
            }
        }
        _ = try await store.cleanUp()
    }
}

/// An erased user, as long as some service may still store their data.
struct PendingErasure: Sendable {
    var user: UserID
    /// The position of the erasure event in the outbox.
    var sequence: Int64
}

extension SQLReader {
    func pendingErasures() throws -> [PendingErasure] {
        try rows("SELECT user_id, sequence FROM pending_erasure").compactMap { row in
            guard let user = UserID(try row.value("user_id", as: String.self)) else { return nil }
            return PendingErasure(user: user, sequence: try row.value("sequence"))
        }
    }

    func isErasurePending(of user: UserID) throws -> Bool {
        try row("SELECT 1 FROM pending_erasure WHERE user_id = ?", [user.description]) != nil
    }
}

extension SQLTransaction {
    func insert(_ erasure: PendingErasure) throws {
        try execute(
            "INSERT INTO pending_erasure (user_id, sequence) VALUES (?, ?)",
            [erasure.user.description, erasure.sequence]
        )
    }

    func removePendingErasure(of user: UserID) throws {
        try execute("DELETE FROM pending_erasure WHERE user_id = ?", [user.description])
    }
}
