package import Contracts

extension Store {
    /// Maximum events per transaction: enough to amortize the commit, and few enough not to delay other writes
    /// noticeably.
    package static let eventsAtOnceMax = 50

    /// Applies events that were pulled together, several per transaction.
    ///
    /// If one of them fails, they are applied one by one, so that those before it take effect.
    ///
    /// - Parameters:
    ///   - events: The events, in order.
    ///   - epoch: The epoch of the outbox that published them.
    ///   - eventSubscriber: What this service does with them.
    ///   - durability: ``Durability/replayable`` if they can be pulled again.
    /// - Returns: The number of events that took effect: those that follow the cursor.
    /// - Throws: `ServiceError`, or what the subscriber throws at the first event that fails.
    @discardableResult
    package func apply(
        _ events: [Event],
        epoch: String,
        _ eventSubscriber: EventSubscriber,
        durability: Durability = .onDisk
    ) async throws -> Int {
        var (rest, count) = (events[...], 0)
        while !rest.isEmpty {
            let together = rest.prefix(Self.eventsAtOnceMax)
            rest = rest.dropFirst(together.count)
            if let applied = try await applyTogether(together, epoch: epoch, eventSubscriber, durability) {
                count += applied
                continue
            }
            for event in together where try await apply(event, epoch: epoch, eventSubscriber, durability: durability) {
                count += 1
            }
        }
        return count
    }

    /// Returns how many took effect; nil if they must be applied one by one.
    private func applyTogether(
        _ events: ArraySlice<Event>,
        epoch: String,
        _ eventSubscriber: EventSubscriber,
        _ durability: Durability
    ) async throws -> Int? {
        // An erasure may first run in transactions of its own.
        guard events.count > 1, !events.contains(where: { $0.type == AccountErased.type }) else { return nil }
        do {
            return try await write(durability: durability) { try $0.apply(events, epoch: epoch, eventSubscriber) }
        } catch let error as CancellationError {
            throw error
        } catch {
            // The error occurs again when the events are applied one by one, and is reported then.
            return nil
        }
    }
}
