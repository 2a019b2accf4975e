/// The settings of a run that are independent of the scenario.
struct LoadSettings: Sendable {
    let shape: LoadShape
    let isPoisson: Bool
    /// The greatest duration of sending.
    let seconds: Double
    /// The greatest number of concurrent requests; over HTTP each has a connection of its own.
    let connections: Int
    let seed: Int
    let limits: [LoadLimit]
    /// Whether requests are sent directly on the queue.
    let isOnQueue: Bool
}
