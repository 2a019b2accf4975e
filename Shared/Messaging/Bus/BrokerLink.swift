import CZeroMQ
import Contracts

/// One connection to the broker.
///
/// When it is lost it is not used again: what libzmq still holds for it would be delivered late, under another
/// identity.
final class BrokerLink {
    /// How soon a broker that is away is looked for again, and at most how rarely.
    private static let reconnectMs: (first: Int32, max: Int32) = (10, 200)

    let socket: ZMQSocket
    let reports: ZMQSocket
    /// Counts the connections of this process.
    let number: Int
    private(set) var isUp = false
    private(set) var isLost = false
    /// When the broker was last heard of, in nanoseconds.
    var lastHeard: UInt64

    init(_ endpoint: String, number: Int, _ context: ZMQContext) throws(ZMQError) {
        self.number = number
        lastHeard = Deadline.monotonicNanoseconds()
        socket = try ZMQSocket(.dealer, context)
        try socket.setReconnect(firstMs: Self.reconnectMs.first, maxMs: Self.reconnectMs.max)
        reports = try socket.monitor(MonitorEvent.ready | MonitorEvent.disconnected)
        try socket.connect(endpoint)
    }

    deinit {
        socket.stopMonitor()
    }

    /// Reads what the monitor reports; whether the connection has just come up.
    func readReports(_ frames: FrameBuffer) -> Bool {
        var hasComeUp = false
        while frames.receive(from: reports) {
            guard let event = MonitorEvent(frames)?.event else { continue }
            if event == MonitorEvent.ready, !isUp {
                isUp = true
                hasComeUp = true
                lastHeard = Deadline.monotonicNanoseconds()
            }
            if event == MonitorEvent.disconnected, isUp { isLost = true }
        }
        return hasComeUp
    }

    /// Gives the connection up.
    func lose() { isLost = true }
}
