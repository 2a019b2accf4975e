package import Contracts
import MessageBus
package import ServiceKit

/// A validated load test.
package struct LoadRequest: Sendable {
    /// The connection to the stack.
    package enum Endpoint: Sendable {
        case http(LoadTarget)
        case queue
    }

    /// The request of the scenario `call`.
    package struct Single: Sendable {
        package let method: Method
        package let json: String
        package let user: UserID?

        package init(method: Method, json: String, user: UserID?) {
            self.method = method
            self.json = json
            self.user = user
        }
    }

    package let scenario: LoadScenarioName
    package let endpoint: Endpoint
    /// The data directory of the stack; nil if it is not known.
    package let data: DataDirectory?
    package let people: Int
    package let keepsPeople: Bool
    package let single: Single?
    package let settings: LoadSettings

    package init(
        scenario: LoadScenarioName,
        endpoint: Endpoint,
        data: DataDirectory?,
        people: Int,
        keepsPeople: Bool,
        single: Single?,
        settings: LoadSettings
    ) {
        self.scenario = scenario
        self.endpoint = endpoint
        self.data = data
        self.people = people
        self.keepsPeople = keepsPeople
        self.single = single
        self.settings = settings
    }

    /// The plan for reports.
    var plan: LoadReport.Plan {
        var plan = LoadReport.Plan(
            transport: settings.isOnQueue ? "queue" : "http",
            target: target,
            scenario: scenario.rawValue,
            shape: settings.shape.name,
            arrivals: settings.isPoisson ? "poisson" : "steady",
            seconds: settings.seconds,
            connections: settings.connections,
            people: scenario.needsPeople ? people : 0,
            seed: settings.seed
        )
        switch settings.shape {
        case .constant(let rate), .day(let rate): plan.rate = rate
        case .steps(let first, let growth, let seconds):
            (plan.rate, plan.growth, plan.stepSeconds) = (first, growth, seconds)
        case .closed: break
        }
        return plan
    }

    private var target: String {
        switch endpoint {
        case .http(let target): "http://\(target.authority)"
        case .queue: data?.path ?? ""
        }
    }
}

/// The settings of a run that are independent of the scenario.
package struct LoadSettings: Sendable {
    package let shape: LoadShape
    package let isPoisson: Bool
    /// The greatest duration of sending.
    package let seconds: Double
    /// The greatest number of concurrent requests; over HTTP each has a connection of its own.
    package let connections: Int
    package let seed: Int
    package let limits: [LoadLimit]
    /// Whether requests are sent directly on the queue.
    package let isOnQueue: Bool

    package init(
        shape: LoadShape,
        isPoisson: Bool,
        seconds: Double,
        connections: Int,
        seed: Int,
        limits: [LoadLimit],
        isOnQueue: Bool
    ) {
        self.shape = shape
        self.isPoisson = isPoisson
        self.seconds = seconds
        self.connections = connections
        self.seed = seed
        self.limits = limits
        self.isOnQueue = isOnQueue
    }
}

/// The measurements of a run.
package struct LoadRecord: Sendable {
    /// Why sending stopped.
    enum StopReason: Sendable, Equatable {
        case time
        case interrupted
        /// The stack no longer sustained the rate, for the given reason (a part of a sentence).
        case saturated(String)
    }

    let recorder: LoadRecorder
    /// The duration of sending.
    let sentForS: Double
    /// The number of successful responses while requests were sent.
    let goodInTime: Int
    let stopReason: StopReason

    /// The share of due requests that succeeded in time.
    var rateShare: Double {
        let asked = recorder.whole.asked
        return asked > 0 ? Double(goodInTime) / Double(asked) : 0
    }

    /// Successful responses per second.
    var achievedRate: Double { sentForS > 0 ? Double(goodInTime) / sentForS : 0 }
}
