/// The delay before a process restarts: 100 ms, doubling to 10 s, and reset after a healthy life.
package struct RestartBackoff: Sendable {
    package static let shortest: Duration = .milliseconds(100)
    package static let longest: Duration = .seconds(10)
    /// A process that lived this long did not end because of a failing start.
    package static let healthyLife: Duration = .seconds(30)

    private var next = Self.shortest

    package init() {}

    /// Returns the delay after a process has ended.
    package mutating func delay(afterLifeOf life: Duration) -> Duration {
        if life >= Self.healthyLife { next = Self.shortest }
        defer { next = min(next * 2, Self.longest) }
        return next
    }
}
