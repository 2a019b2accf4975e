import Synchronization

/// Returns times for ids: each is later than the one before, whatever the wall clock does.
///
/// One atomic number and no lock, because every request makes ids.
package final class GrowingTime: Sendable {
    /// How far the wall clock may step back before ids follow it, in nanoseconds: 10 s.
    ///
    /// Time synchronisation steps by seconds at most. After a larger step, set by hand, the true time matters more than
    /// the order: ids say when a request was sent.
    package static let stepBackMaxNs: UInt64 = 10_000_000_000

    private let last = Atomic<UInt64>(0)

    package init() {}

    /// Takes the time of the next id.
    ///
    /// It is the wall clock's time, or one nanosecond after the last result if the clock stands still or has stepped back
    /// by at most ``stepBackMaxNs``. An id takes longer than a nanosecond, so the result never runs ahead of a clock that
    /// goes on.
    ///
    /// - Parameter wallNs: The wall clock, in nanoseconds since 1970.
    /// - Returns: The time, in nanoseconds since 1970.
    package func next(_ wallNs: UInt64) -> UInt64 {
        var known = last.load(ordering: .relaxed)
        while true {
            let mustFollow = wallNs > known || known - wallNs > Self.stepBackMaxNs
            let time = mustFollow ? wallNs : known + 1
            let (isStored, found) = last.weakCompareExchange(expected: known, desired: time, ordering: .relaxed)
            if isStored { return time }
            known = found
        }
    }
}
