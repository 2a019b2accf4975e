import Contracts
package import Events
package import Logging
import ServiceKit
import ServiceLifecycle
package import Storage

/// Forgets, when every other service has erased a user, whom that was about: scrubs the event that told it.
package struct ErasureCompletion: Service {
    private let store: Store
    private let followers: FollowerPlaces
    private let logger: Logger

    /// Makes it.
    ///
    /// - Parameters:
    ///   - store: Auth's database.
    ///   - followers: How far the other services are.
    ///   - logger: Where it is noted what went wrong.
    package init(store: Store, followers: FollowerPlaces, logger: Logger) {
        self.store = store
        self.followers = followers
        self.logger = logger
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in followers.news {
                do {
                    try await completeErasures()
                } catch {
                    // The next pull of any service brings another try.
                    logger.failure("erasures could not be completed", error)
                }
            }
        }
    }

    /// Scrubs what all services have confirmed.
    package func completeErasures() async throws {
        let (pending, epoch) = (try await store.read { try $0.pendingErasures() }, try await store.beacon().epoch)
        let done = pending.filter { erasure in
            followers.haveAllPassed(Beacon(epoch: epoch, last: erasure.sequence), AccountErased.followers)
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
