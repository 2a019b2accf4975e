/// Everything that a run has shown, as the JSON of `--json` has it: what `version` 1 says, later versions only add to.
package struct LoadReport: Codable, Sendable {
    /// How the run was asked for.
    package struct Plan: Codable, Sendable {
        /// `http` or `queue`.
        package var transport: String
        /// The gateway's address, or the set's directory.
        package var target: String
        package var scenario: String
        /// `constant`, `steps`, `day` or `closed loop`.
        package var shape: String
        /// `steady` or `poisson`.
        package var arrivals: String
        /// Requests a second: all the time, in the first step, or in the busiest minutes; absent in a closed loop.
        package var rate: Double?
        /// What each step adds.
        package var growth: Double?
        package var stepSeconds: Double?
        package var seconds: Double
        package var connections: Int
        package var people: Int
        package var seed: Int
    }

    /// One kind of request.
    package struct Action: Codable, Sendable {
        package var name: String
        package var figures: LoadFigures
    }

    /// One step of a run that grows.
    package struct Step: Codable, Sendable {
        package var rate: Double
        package var achievedRate: Double
        package var figures: LoadFigures
    }

    /// A limit, and what was measured: microseconds, or a share of one.
    package struct Limit: Codable, Sendable {
        package var limit: String
        package var measured: Double
        package var met: Bool
    }

    /// What a process of the set, or the test itself, has used of the processors while requests were sent.
    package struct Process: Codable, Sendable {
        package var name: String
        package var processorSeconds: Double
        /// For each request that was answered.
        package var usPerRequest: Double
    }

    package var version = 1
    package var mealwire: String
    /// RFC 3339, UTC.
    package var startedAt: String
    package var machine: LoadMachine
    package var plan: Plan
    /// `time`, `interrupted` or `saturated`.
    package var endedBy: String
    /// Why it saturated, as a part of a sentence.
    package var endedBecause: String?
    /// How long requests were sent.
    package var sentForSeconds: Double
    /// Good answers a second while requests were sent.
    package var achievedRate: Double
    /// Of the requests that were due, how many were answered well in time.
    package var rateShare: Double
    /// The rate of the last step that the set followed; absent where it was not looked for, or followed none.
    package var saturationRate: Double?
    package var all: LoadFigures
    package var curve: [LatencyPoint]
    package var actions: [Action]
    package var seconds: [LoadSecond]
    package var steps: [Step]
    /// How late the test itself sent what it could have sent, in microseconds: its own fault, and part of all latencies.
    package var ownLatenessP99Us: Double
    package var processes: [Process]
    package var limits: [Limit]
    /// People who could not be erased afterwards.
    package var peopleLeft: Int

    /// Whether all limits were met.
    package var isMet: Bool { limits.allSatisfy(\.met) }

    /// Whether it ran, and not one request was answered well.
    package var isFruitless: Bool { all.good == 0 && endedBy != "interrupted" }
}
