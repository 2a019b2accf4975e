import Contracts
import ServiceKit

/// A validated load test.
struct LoadRequest: Sendable {
    /// The connection to the stack.
    enum Endpoint: Sendable {
        case http(LoadTarget)
        case queue
    }

    /// The request of the scenario `call`.
    struct Single: Sendable {
        let method: Method
        let json: String
        let user: UserID?
    }

    let scenario: LoadScenarioName
    let endpoint: Endpoint
    /// The data directory of the stack; nil if it is not known.
    let data: DataDirectory?
    let people: Int
    let keepsPeople: Bool
    let single: Single?
    let settings: LoadSettings

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
