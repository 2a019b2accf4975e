import BrokerCore
import Testing

extension SimulationTests {
    /// Breaks each guarantee on purpose: a simulator that notices nothing proves nothing.
    @Suite(.enabled(if: Replay.seed == nil))
    struct MutationTests {
        private static let seeds: ClosedRange<UInt64> = 1...300
        private static let steps = 20_000

        @Test(arguments: BrokerMutation.allCases)
        func `a broken guarantee is noticed by the check of that guarantee`(mutation: BrokerMutation) async {
            #expect(await isNoticed(mutation, by: mutation.check), "\(mutation.check) does not notice \(mutation)")
        }

        /// What the books notice at once is left to the end here.
        @Test func `a broken guarantee that escapes the books is noticed when all should drain`() async {
            #expect(await isNoticed(.leaksCapacity, by: .drains, ignoring: [.leastLoaded, .noIdleWorkers]))
        }

        @Test func `every check notices something`() {
            let proved = Set(BrokerMutation.allCases.map(\.check)).union([.drains])
            #expect(proved == Set(Check.allCases))
        }

        /// Whether a check is the first to notice a mutation in the run of any seed.
        private func isNoticed(
            _ mutation: BrokerMutation,
            by check: Check,
            ignoring ignored: Set<Check> = []
        ) async -> Bool {
            await aside {
                var others: [Check: Int] = [:]
                for seed in Self.seeds {
                    var simulation = Simulation(seed: seed, steps: Self.steps, mutation: mutation, ignoring: ignored)
                    guard let violation = simulation.run() else { continue }
                    if violation.breach.check == check {
                        print("mutation \(mutation): noticed by \(violation)")
                        return true
                    }
                    others[violation.breach.check, default: 0] += 1
                }
                print("mutation \(mutation): not noticed by \(check); others: \(others)")
                return false
            }
        }
    }
}

extension BrokerMutation {
    /// The check that has to notice it.
    fileprivate var check: Check {
        switch self {
        case .answersTwice, .losesRequestsOfDeadWorkers, .anyoneCancels, .trustsOldConnections: .answeredOnce
        case .forgetsDeadlines, .keepsFirstDeadline, .forgetsGrace: .answeredInTime
        case .countsHandedBack, .shedsAnybody, .givesNoGrace, .countsGraceFromArrival: .truthfulErrors
        case .repeatsUnrepeatable, .beginsAnew: .runsOnce
        case .retriesForEver: .twoAttempts
        case .ignoresCapacity, .freesWorkersTooSoon, .asksHeldBack, .ignoresNewCapacity, .ignoresWorkerBytes:
            .capacity
        case .prefersBusyWorkers: .leastLoaded
        case .dispatchesAfterDisconnect: .noneAfterDeparture
        case .keepsCancelled: .noneAfterGivingUp
        case .unboundedQueue, .unboundedBytes, .keepsEveryCopy, .unboundedNames: .boundedQueues
        case .shedsNewcomers, .shedsSmallestHolder, .shedsDespiteIdleWorkers: .bytesAreShared
        case .unfairQueue: .fairShares
        case .overtakesInLane: .inOrder
        case .leavesWorkersIdle, .leaksCapacity: .noIdleWorkers
        case .acceptsForeignTokens, .answersOldAddress, .acceptsOldEpochs, .reusesTokens: .rightAnswers
        case .judgesAfterSleep, .keepsSilentWorkers, .asksTheSilent, .hurriesPlainWorkers: .silenceIsJudgedFairly
        case .forgetsRegistrations: .isServedAgain
        case .runsResends: .resendsRunOnce
        case .leaksBodies: .bodiesAreReleased
        }
    }
}
