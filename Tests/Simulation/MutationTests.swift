import BrokerCore
import BrokerSimulation
import TestSupport
import Testing

extension SimulationTests {
    /// Breaks each guarantee on purpose, to prove that the simulator notices it.
    @Suite(.enabled(if: SimulationEnvironment.seed == nil))
    struct MutationTests {
        private static let seeds: ClosedRange<Int> = 1...300
        private static let steps = 20_000

        @Test(arguments: BrokerMutation.allCases)
        func `a broken guarantee is noticed by its invariant`(mutation: BrokerMutation) async {
            #expect(
                await isNoticed(mutation, by: mutation.invariant),
                "\(mutation.invariant) does not notice \(mutation)"
            )
        }

        /// Ignores the invariants that would notice the mutation earlier.
        @Test func `a leak of capacity that escapes all other invariants is noticed at the end`() async {
            #expect(await isNoticed(.leaksCapacity, by: .drains, ignoring: [.leastLoaded, .noIdleWorkers]))
        }

        @Test func `every invariant notices a mutation`() {
            let proved = Set(BrokerMutation.allCases.map(\.invariant)).union([.drains])
            #expect(proved == Set(Invariant.allCases))
        }

        /// Returns whether an invariant is the first to notice a mutation in the run of any seed.
        private func isNoticed(
            _ mutation: BrokerMutation,
            by invariant: Invariant,
            ignoring ignored: Set<Invariant> = []
        ) async -> Bool {
            await onSeparateThread {
                var others: [Invariant: Int] = [:]
                for seed in Self.seeds {
                    var simulation = Simulation(seed: seed, steps: Self.steps, mutation: mutation, ignoring: ignored)
                    guard let failedRun = simulation.run() else { continue }
                    if failedRun.violation.invariant == invariant {
                        print("mutation \(mutation): noticed by \(failedRun)")
                        return true
                    }
                    others[failedRun.violation.invariant, default: 0] += 1
                }
                print("mutation \(mutation): not noticed by \(invariant); others: \(others)")
                return false
            }
        }
    }
}

extension BrokerMutation {
    /// The invariant that must notice the mutation.
    fileprivate var invariant: Invariant {
        switch self {
        case .answersTwice, .losesRequestsOfDeadWorkers, .anyoneCancels, .trustsOldConnections: .answeredOnce
        case .forgetsDeadlines, .keepsFirstDeadline, .forgetsGrace: .answeredInTime
        case .countsRequeued, .shedsAnybody, .givesNoGrace, .countsGraceFromArrival: .truthfulErrors
        case .retriesUnretryable, .retriesPartlyAnswered: .runsOnce
        case .retriesForEver: .twoAttempts
        case .ignoresCapacity, .freesWorkersTooSoon, .asksHeldBack, .ignoresNewCapacity, .ignoresWorkerBytes:
            .capacity
        case .prefersBusyWorkers: .leastLoaded
        case .dispatchesAfterDisconnect: .noneAfterDeparture
        case .keepsCancelled: .endedRequestsAreDropped
        case .unboundedQueue, .unboundedBytes, .keepsEveryCopy, .unboundedNames: .boundedQueues
        case .shedsNewcomers, .shedsSmallestHolder, .shedsDespiteIdleWorkers: .bytesAreShared
        case .unfairQueue: .fairShares
        case .overtakesInLane: .inOrder
        case .leavesWorkersIdle, .leaksCapacity: .noIdleWorkers
        case .acceptsTokensOfOthers, .answersOldAddress, .acceptsOldEpochs, .reusesTokens: .rightAnswers
        case .judgesAfterSleep, .keepsSilentWorkers, .asksTheSilent, .hurriesPlainWorkers: .livenessIsFair
        case .forgetsRegistrations: .rejectedNamesRegisterAgain
        case .runsResends: .resendsRunOnce
        case .leaksBodies: .bodiesAreReleased
        }
    }
}
