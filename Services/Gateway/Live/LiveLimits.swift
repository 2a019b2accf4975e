/// How much those who listen for changes may take.
package struct LiveLimits: Sendable {
    /// Listeners of one user: some devices with some pages each, and no more than a browser opens to one server by HTTP/1.1.
    package var ofUserMax = 8
    /// Listeners in all; each takes a descriptor and some ten kilobytes.
    package var listenersMax = 4_000
    /// How often everybody is sent a sign of life, in nanoseconds: less than the minute after which proxies and home
    /// routers forget connections on which nothing passes.
    package var heartbeatNs: UInt64 = 15_000_000_000
    /// How long one write may wait for whoever does not read, in nanoseconds.
    package var writeNsMax: UInt64 = 30_000_000_000
    /// How long a stop waits for streams to end by themselves, in milliseconds: what is written then is a few bytes.
    package var stopMs = 2_000

    package init() {}
}
