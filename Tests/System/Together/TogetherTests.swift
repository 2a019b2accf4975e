import Contracts
import Foundation
import Synchronization
import Testing

extension SystemTests {
    /// Several people with two devices each write at once, while processes are killed and frozen at random.
    ///
    /// The seed decides who writes what, and what is done in which order; the system decides when.
    /// `MEALWIRE_TOGETHER_SEED=… swift test -c release --filter Together` takes that of an earlier run.
    @Suite(.timeLimit(.minutes(4)))
    struct Together {
        private static let seed =
            ProcessInfo.processInfo.environment["MEALWIRE_TOGETHER_SEED"].flatMap(Int.init)
            ?? Int.random(in: 0..<1 << 32)
        /// So much is acknowledged at least, or the test says little.
        private static let acknowledgedMin = 200

        @Test func `what was acknowledged is there once, whoever is killed, and the boards follow from it`()
            async throws
        {
            do {
                try await StackFixture.run(standby: true) { stack in
                    let (answers, told) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
                    let household = try await Household.register(stack, answers: told)
                    let replicas = try await write(
                        household,
                        answers,
                        told,
                        beside: Torment(stack: stack, seed: Self.seed)
                    )
                    try await stack.waitUntilReady()
                    let acknowledged = household.people.reduce(0) { $0 + $1.diary.state.acknowledged }
                    #expect(acknowledged > Self.acknowledgedMin, "seed \(Self.seed)")
                    try await household.expectKept(replicas, seed: Self.seed)
                    try await expectBoards(household, stack)
                }
            } catch {
                Issue.record("seed \(Self.seed): \(error)")
            }
        }

        /// Has all devices write until the torment is over, and then until their last writes are acknowledged.
        ///
        /// - Returns: Copies of the diaries from amid that.
        private func write(
            _ household: Household,
            _ answers: AsyncStream<Void>,
            _ told: AsyncStream<Void>.Continuation,
            beside torment: Torment
        ) async throws -> [Replica] {
            let isOver = StopFlag()
            return try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, device) in household.devices.enumerated() {
                    group.addTask {
                        // Whoever fails ends the torment, too.
                        defer { told.finish() }
                        try await device.write(
                            seed: Self.seed &+ number + 1,
                            until: { isOver.isRaised }
                        )
                    }
                }
                defer { isOver.raise() }
                let replicas = try await torment.inflict(answers) { try await household.replicas() }
                isOver.raise()
                try await group.waitForAll()
                return replicas
            }
        }

        private func expectBoards(_ household: Household, _ stack: StackFixture) async throws {
            let expected = try await household.recomputations()
            var differences: [String] = []
            // Events may still be on their way; what differs then is told below.
            try? await stack.eventually("the boards equal a recomputation") {
                differences = try await household.differences(from: expected)
                return differences.isEmpty
            }
            #expect(differences.isEmpty, "seed \(Self.seed)")
        }
    }
}

/// Tells devices that they are to end.
private final class StopFlag: Sendable {
    private let value = Atomic(false)

    var isRaised: Bool { value.load(ordering: .acquiring) }

    func raise() { value.store(true, ordering: .releasing) }
}
