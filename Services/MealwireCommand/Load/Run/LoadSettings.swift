/// How a run goes, whatever is asked in it.
struct LoadSettings: Sendable {
    let shape: LoadShape
    let isPoisson: Bool
    /// How long requests are sent, at most.
    let seconds: Double
    /// Requests under way at once, at most; over HTTP each has a connection of its own.
    let connections: Int
    let seed: Int
    let limits: [LoadLimit]
    /// Whether requests go straight on the queue.
    let isOnQueue: Bool
}
