/// How long a process that ended rests before it starts again: 100 ms, doubling to 10 s, anew after a healthy life.
package struct RestartBackoff: Sendable {
    package static let shortest: Duration = .milliseconds(100)
    package static let longest: Duration = .seconds(10)
    /// Who lived that long did not end because of how it starts.
    package static let healthyLife: Duration = .seconds(30)

    private var next = Self.shortest

    package init() {}

    /// The rest that follows a life.
    package mutating func rest(afterLifeOf life: Duration) -> Duration {
        if life >= Self.healthyLife { next = Self.shortest }
        defer { next = min(next * 2, Self.longest) }
        return next
    }
}
