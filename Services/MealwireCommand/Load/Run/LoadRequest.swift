import Contracts
import ServiceKit

/// A whole load test as it was asked for, checked.
struct LoadRequest: Sendable {
    /// Where the set is.
    enum Way: Sendable {
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
    let way: Way
    /// The set's directory; nil where nobody has said it.
    let data: DataDirectory?
    let people: Int
    let keepsPeople: Bool
    let single: Single?
    let settings: LoadSettings

    /// As reports have it.
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
        switch way {
        case .http(let target): "http://\(target.authority)"
        case .queue: data?.path ?? ""
        }
    }
}
