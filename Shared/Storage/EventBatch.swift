package import Contracts

extension Store {
    /// Events that are applied in one transaction: enough that a commit is not what takes the time, and little enough that
    /// no other write waits noticeably.
    package static let eventsAtOnceMax = 50

    /// Applies events that were pulled together, some of them in each transaction.
    ///
    /// Where one of them fails, they are applied singly, so that what was before it takes effect.
    ///
    /// - Parameters:
    ///   - events: In their order.
    ///   - epoch: Of the outbox that told them.
    ///   - follower: What this service does with them.
    ///   - durability: ``Durability/doneAgain`` where they may be pulled again.
    /// - Returns: How many took effect: those that follow the cursor.
    /// - Throws: `ServiceError`, or what the follower throws at the first event that fails.
    @discardableResult
    package func apply(
        _ events: [Event],
        epoch: String,
        _ follower: EventFollower,
        durability: Durability = .onDisk
    ) async throws -> Int {
        var (rest, count) = (events[...], 0)
        while !rest.isEmpty {
            let together = rest.prefix(Self.eventsAtOnceMax)
            rest = rest.dropFirst(together.count)
            if let applied = try await applyTogether(together, epoch: epoch, follower, durability) {
                count += applied
                continue
            }
            for event in together where try await apply(event, epoch: epoch, follower, durability: durability) {
                count += 1
            }
        }
        return count
    }

    /// How many took effect; nil where they have to be applied singly.
    private func applyTogether(
        _ events: ArraySlice<Event>,
        epoch: String,
        _ follower: EventFollower,
        _ durability: Durability
    ) async throws -> Int? {
        // An erasure may be prepared in transactions of its own before.
        guard events.count > 1, !events.contains(where: { $0.type == .accountErased }) else { return nil }
        do {
            return try await write(durability: durability) { try $0.apply(events, epoch: epoch, follower) }
        } catch let error as CancellationError {
            throw error
        } catch {
            // Whatever it was meets its event again, singly, and is told then.
            return nil
        }
    }
}
