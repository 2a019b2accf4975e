import BrokerCore
import Testing

/// Breaks each guarantee on purpose: a simulator that notices nothing proves nothing.
@Suite(.serialized, .enabled(if: Replay.seed == nil), .timeLimit(.minutes(10)))
struct MutationTests {
    private static let seeds: ClosedRange<UInt64> = 1...100
    private static let steps = 20_000

    @Test(arguments: BrokerMutation.allCases)
    func `a broken guarantee is noticed by the check of that guarantee`(mutation: BrokerMutation) async {
        var others: [Check: Int] = [:]
        for seed in Self.seeds {
            await Task.yield()
            var simulation = Simulation(seed: seed, steps: Self.steps, mutation: mutation)
            guard let violation = simulation.run() else { continue }
            if violation.breach.check == mutation.check { return print("mutation \(mutation): caught by \(violation)") }
            others[violation.breach.check, default: 0] += 1
        }
        Issue.record("\(mutation.check) does not notice \(mutation) in \(Self.seeds.count) seeds; others: \(others)")
    }

    /// What the books notice at once is left to the end here.
    @Test func `a broken guarantee that escapes the books is noticed when all should drain`() async {
        for seed in Self.seeds {
            await Task.yield()
            let ignored: Set<Check> = [.leastLoaded, .noIdleWorkers]
            var simulation = Simulation(seed: seed, steps: Self.steps, mutation: .leaksCapacity, ignoring: ignored)
            guard let violation = simulation.run(), violation.breach.check == .drains else { continue }
            return print("mutation leaksCapacity: caught by \(violation)")
        }
        Issue.record("everything drains although capacity is lost")
    }

    @Test func `every check notices something`() {
        let proved = Set(BrokerMutation.allCases.map(\.check)).union([.drains])
        #expect(proved == Set(Check.allCases))
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
        case .ignoresCapacity, .freesWorkersTooSoon, .asksHeldBack, .ignoresNewCapacity: .capacity
        case .prefersBusyWorkers: .leastLoaded
        case .dispatchesAfterDisconnect: .noneAfterDeparture
        case .keepsCancelled: .noneAfterGivingUp
        case .unboundedQueue, .unboundedBytes, .unboundedNames: .boundedQueues
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
