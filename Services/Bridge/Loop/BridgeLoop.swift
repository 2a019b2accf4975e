import Contracts
import Logging
import ServiceKit
import Threading
import ZeroMQ

/// The loop of the bridge, which forwards data and checks deadlines.
final class BridgeLoop {
    /// The time between two checks of deadlines, in milliseconds.
    ///
    /// It bounds the delay of an end that no descriptor reports.
    private static let tickMs = 100
    /// The maximum number of sockets of libzmq: three for each connection of the connecting side, and a reserve.
    private static let socketsMax = 4_096

    /// The maximum wait for other bridges on shutdown, in nanoseconds: some round trips.
    private static let stopMaxNs: UInt64 = 500_000_000
    /// The longest round of the loop during shutdown, in milliseconds.
    private static let stopRoundMs = 10

    private let stop: StopSignal
    private let loop: EventLoop
    private let listening: BridgeListener?
    private let majordomo: MajordomoListener?
    private let farBridges: [FarBridge]
    private let context: BridgeContext
    private let metrics: BridgeMetrics
    private var lastTick: UInt64 = 0
    private var lastSweep: UInt64 = 0

    init(
        _ configuration: BridgeConfiguration,
        _ stop: StopSignal,
        _ metrics: BridgeMetrics,
        _ logger: Logger
    ) throws {
        (self.stop, self.metrics) = (stop, metrics)
        let context = try BridgeContext(socketsMax: Self.socketsMax, logger)
        self.context = context
        loop = context.loop
        // A host without a broker does not have the directory of the sockets.
        if configuration.connecting != nil { try configuration.data.makeRunDirectory() }
        listening = try configuration.listening.map { try BridgeListener($0, configuration, context) }
        majordomo = try configuration.majordomoEndpoint.map { try MajordomoListener($0, configuration, context) }
        farBridges =
            configuration.connecting.map { connecting in
                connecting.addresses.map { address in
                    FarBridge(address, connecting, configuration, context, stop.wake)
                }
            } ?? []
        _ = try loop.add(stop.wake.descriptor) { _ in stop.wake.clear() }
    }

    /// Runs until the stop signal.
    ///
    /// - Throws: The error after which the process cannot continue.
    func run() throws {
        while !stop.isStopped {
            stop.answer()
            let now = Deadline.monotonicNanoseconds()
            if Deadline.elapsed(from: lastTick, to: now) >= UInt64(Self.tickMs) * 1_000_000 { tick(now) }
            loop.runOnce(milliseconds: Self.tickMs)
            if let failure = loop.failure { throw failure }
        }
        endAll()
    }

    /// Ends all connections, and waits until the other bridges have closed them.
    private func endAll() {
        for bridge in farBridges { bridge.stop() }
        listening?.stop()
        majordomo?.stop()
        let end = Deadline.monotonicNanoseconds() + Self.stopMaxNs
        while !stop.isHurried, loop.failure == nil, Deadline.monotonicNanoseconds() < end {
            if listening?.isIdle ?? true, majordomo?.isIdle ?? true, farBridges.allSatisfy(\.isIdle) { return }
            loop.runOnce(milliseconds: Self.stopRoundMs)
        }
    }

    private func tick(_ now: UInt64) {
        lastTick = now
        listening?.tick(now)
        majordomo?.tick(now)
        for bridge in farBridges { bridge.tick(now) }
        if Deadline.elapsed(from: lastSweep, to: now) >= BridgeSocket.sweepNs { sweep(now) }
        loop.writeAll()
    }

    /// Reloads changed files, writes collected log lines and publishes metrics; called once a second.
    private func sweep(_ now: UInt64) {
        lastSweep = now
        listening?.sweep(now)
        majordomo?.sweep(now)
        for bridge in farBridges { bridge.sweep() }
        context.rejections.flush()
        let owners = (listening?.owners ?? [:]).merging(farBridges.map { ($0.label, $0.label) }) { first, _ in first }
        metrics.publish(
            context.metrics(
                connections: (listening?.connectionLabels ?? []) + farBridges.flatMap(\.connectionLabels),
                owners: owners,
                unfinished: (listening?.listener.accepted.unopenedCount ?? 0)
                    + (majordomo?.listener.accepted.unopenedCount ?? 0)
            )
        )
    }
}
