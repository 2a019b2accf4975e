import Foundation
import TestSupport
import Testing

extension SystemFaultTests {
    /// Simultaneous writes from two devices of several users, while processes are killed and frozen at random.
    ///
    /// The seed decides the writes and the order of the faults; the system decides their timing.
    /// `MEALWIRE_TOGETHER_SEED=… swift test -c release --filter SimultaneousWrites` repeats the seed of an earlier run.
    @Suite(.timeLimit(.minutes(5)))
    struct SimultaneousWrites {
        private static let seed = testSeed("TOGETHER")
        /// The test is meaningful only above this number of acknowledged writes.
        private static let acknowledgedMin = 200

        @Test func `after kills and freezes each acknowledged write is stored once, and the leaderboards match`()
            async throws
        {
            do {
                try await StackFixture.run(standby: true) { stack in
                    let (answers, continuation) = AsyncStream.makeStream(
                        of: Void.self,
                        bufferingPolicy: .bufferingNewest(1)
                    )
                    let users = try await SimulatedUsers.register(stack, answers: continuation)
                    let faults = FaultInjector(stack: stack, seed: Self.seed)
                    let replicas = try await write(users, answers, continuation, beside: faults)
                    try await stack.waitUntilReady()
                    let acknowledged = users.people.reduce(0) { $0 + $1.diary.state.acknowledged }
                    #expect(acknowledged > Self.acknowledgedMin, "seed \(Self.seed)")
                    try await users.expectAcknowledgedWrites(replicas, seed: Self.seed)
                    try await expectBoards(users)
                }
            } catch {
                Issue.record("seed \(Self.seed): \(error)")
            }
        }

        /// Runs the devices during all faults, and then until their last writes are acknowledged.
        ///
        /// - Returns: Copies of the diaries from between the writes.
        private func write(
            _ users: SimulatedUsers,
            _ answers: AsyncStream<Void>,
            _ continuation: AsyncStream<Void>.Continuation,
            beside faults: FaultInjector
        ) async throws -> [Replica] {
            let isOver = Flag()
            return try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, device) in users.devices.enumerated() {
                    group.addTask {
                        // A failed device ends the faults, too.
                        defer { continuation.finish() }
                        try await device.write(
                            seed: Self.seed &+ number + 1,
                            until: { isOver.isRaised }
                        )
                    }
                }
                defer { isOver.raise() }
                let replicas = try await faults.run(answers) { try await users.replicas() }
                isOver.raise()
                try await group.waitForAll()
                return replicas
            }
        }

        private func expectBoards(_ users: SimulatedUsers) async throws {
            let expected = try await users.expectedScores()
            // Events may still be in transit.
            try await eventually("the leaderboards equal the expected scores", is: []) {
                try await users.differences(from: expected)
            }
        }
    }
}
