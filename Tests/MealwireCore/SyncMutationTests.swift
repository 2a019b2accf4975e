import MealwireCore
import SyncSimulation
import TestSupport
import Testing

extension SyncSimulationTests {
    /// Breaks each rule on purpose, to prove that the simulation notices it.
    @Suite(.enabled(if: seed == nil))
    struct MutationTests {
        private static let seeds: ClosedRange<Int> = 1...400

        @Test(arguments: SyncMutation.allCases)
        func `a broken rule is noticed by its invariant`(mutation: SyncMutation) async {
            #expect(await isNoticed(mutation), "\(mutation.invariant) does not notice \(mutation)")
        }

        @Test(.enabled(if: SyncSimulationTests.mutation != nil))
        func `the requested mutation is noticed`() async throws {
            let mutation = try #require(SyncSimulationTests.mutation)
            #expect(await isNoticed(mutation))
        }

        @Test func `every invariant notices a mutation`() {
            #expect(Set(SyncMutation.allCases.map(\.invariant)) == Set(SyncInvariant.allCases))
        }

        /// Returns whether a mutation's invariant is the first to notice it in the run of any seed.
        private func isNoticed(_ mutation: SyncMutation) async -> Bool {
            await onSeparateThread { Self.findRun(mutation) }
        }

        private static func findRun(_ mutation: SyncMutation) -> Bool {
            var others: [SyncInvariant: Int] = [:]
            for seed in seeds {
                var simulation = SyncSimulation(seed: seed, steps: SyncSimulationTests.steps, mutation: mutation)
                guard let failedRun = simulation.run() else { continue }
                if failedRun.invariant == mutation.invariant {
                    print("mutation \(mutation): noticed by \(failedRun)")
                    return true
                }
                others[failedRun.invariant, default: 0] += 1
            }
            print("mutation \(mutation): not noticed by \(mutation.invariant); others: \(others)")
            return false
        }
    }
}

extension SyncMutation {
    /// The invariant that must notice the mutation.
    fileprivate var invariant: SyncInvariant {
        switch self {
        case .sendsBeforeSaving, .savesNoWrites: .savedBeforeSent
        case .forgetsAttempts, .forgetsFailedSaves, .savesOnlyCursors, .ignoresRemovals, .ignoresResets,
            .stopsAfterOnePage:
            .converges
        case .forgetsSentAfterRestart, .neverRetries, .retriesRefused: .drains
        case .dropsRefused: .refusedStay
        case .acceptsLateAnswers, .dropsFailed, .yieldsOnConflict, .dropsChangesOfRemoved, .dropsOnSessionEnd,
            .cancelsSent:
            .nothingLost
        case .overwritesOnConflict: .noSilentOverwrite
        case .asksAboutOneSide: .asksOnlyIfNeeded
        case .trustsUnchangedFields: .appliedOnce
        case .removesChanged: .noSilentRemoval
        case .overtakesItself: .oneWritePerObject
        case .keepsOldVersions: .newestVersions
        case .sendsCancelled: .cancelledAreNotSent
        case .changesSent, .keepsKeys: .keysNameOneContent
        case .ignoresRetryAfter: .retryAfterIsHonoured
        case .retriesAtOnce: .pausesAfterFailures
        case .appliesOldPages, .revivesFromAnswers: .removedStayRemoved
        case .sendsForOthers, .sendsWithoutSession: .ownSessionOnly
        case .sendsEverything: .fewOpenWrites
        }
    }
}
