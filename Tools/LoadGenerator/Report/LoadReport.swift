/// The report of a run, as the JSON of `--json`.
///
/// Later versions only add fields to version 1.
package struct LoadReport: Codable, Sendable {
    /// The plan of the run.
    package struct Plan: Codable, Sendable {
        /// `http` or `queue`.
        package var transport: String
        /// The gateway's address, or the data directory.
        package var target: String
        package var scenario: String
        /// `constant`, `steps`, `day` or `closed loop`.
        package var shape: String
        /// `steady` or `poisson`.
        package var arrivals: String
        /// Requests per second: constant, of the first step, or at the daily peak; absent in a closed loop.
        package var rate: Double?
        /// The rate that each step adds.
        package var growth: Double?
        package var stepSeconds: Double?
        package var seconds: Double
        package var connections: Int
        package var people: Int
        package var seed: Int
    }

    /// The measurements of one kind of request.
    package struct Action: Codable, Sendable {
        package var name: String
        package var figures: LoadMetrics
    }

    /// The measurements of one step.
    package struct Step: Codable, Sendable {
        package var rate: Double
        package var achievedRate: Double
        package var figures: LoadMetrics
    }

    /// A limit with the measured value: microseconds, or a share from 0 to 1.
    package struct Limit: Codable, Sendable {
        package var limit: String
        package var measured: Double
        package var met: Bool
    }

    /// The processor time of a process of the stack, or of the load generator, while requests were sent.
    package struct Process: Codable, Sendable {
        package var name: String
        package var processorSeconds: Double
        /// Microseconds for each successful request.
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
    /// The reason of a saturation, as a part of a sentence.
    package var endedBecause: String?
    /// The duration of sending.
    package var sentForSeconds: Double
    /// Successful responses per second while requests were sent.
    package var achievedRate: Double
    /// The share of due requests that succeeded in time.
    package var rateShare: Double
    /// The rate of the last step that the stack sustained; absent without steps or without a sustained one.
    package var saturationRate: Double?
    package var all: LoadMetrics
    package var curve: [LatencyPoint]
    package var actions: [Action]
    package var seconds: [LoadSecond]
    package var steps: [Step]
    /// The 99th percentile of the load generator's own delays in microseconds, which are part of all latencies.
    package var ownLatenessP99Us: Double
    package var processes: [Process]
    package var limits: [Limit]
    /// The number of users that could not be deleted.
    package var peopleLeft: Int

    /// Whether all limits were met.
    package var isMet: Bool { limits.allSatisfy(\.met) }

    /// Whether the run completed without any successful request.
    package var hasNoSuccess: Bool { all.good == 0 && endedBy != "interrupted" }
}
