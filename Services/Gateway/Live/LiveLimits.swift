/// Limits of event streams.
package struct LiveLimits: Sendable {
    /// Streams of one user: a few devices with a few pages each, and at most what a browser opens to one server by
    /// HTTP/1.1.
    package var perUserMax = 8
    /// Streams of all users; each takes a descriptor and some ten kilobytes.
    package var listenersMax = 4_000
    /// The interval of heartbeats, in nanoseconds.
    ///
    /// It is less than the minute after which proxies and home routers drop silent connections.
    package var heartbeatNs: UInt64 = 15_000_000_000
    /// The longest time for one write to a client that does not read, in nanoseconds.
    package var writeNsMax: UInt64 = 30_000_000_000
    /// How long shutdown waits for streams to end, in milliseconds; the last write has only a few bytes.
    package var stopMs = 2_000

    package init() {}
}
