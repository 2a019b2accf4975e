import Contracts
import FoundationEssentials
import Logging
import Messaging
import ServiceKit
import ZeroMQ

/// The thread of the bridge: carries what comes, and looks at the time.
final class BridgeLoop {
    /// Between two looks at the time, in milliseconds: an end that nothing reports is noticed as soon as that.
    private static let tickMs = 100
    /// Sockets of libzmq: three for each connection of both sides, with room to spare.
    private static let socketsMax = 4_096

    /// How long the end waits for other sides, in nanoseconds: some journeys there and back.
    private static let farewellMaxNs: UInt64 = 500_000_000
    /// Between two looks meanwhile, in milliseconds.
    private static let farewellTurnMs = 10

    private let stop: StopSignal
    private let loop: EventLoop
    private let listening: ListeningSide?
    private let majordomo: MajordomoSide?
    private let farBridges: [FarBridge]
    private var lastTick: UInt64 = 0

    init(_ configuration: BridgeConfiguration, _ stop: StopSignal, _ logger: Logger) throws {
        self.stop = stop
        let loop = try EventLoop()
        let context = try ZeroMQContext(socketsMax: Self.socketsMax)
        self.loop = loop
        if configuration.connecting != nil { try Self.makeRunDirectory(configuration.data) }
        listening = try configuration.listening.map { try ListeningSide($0, configuration, context, loop, logger) }
        majordomo = try configuration.majordomoEndpoint.map { try MajordomoSide($0, configuration, loop, logger) }
        farBridges =
            configuration.connecting.map { connecting in
                connecting.addresses.map { address in
                    FarBridge(address, connecting, configuration, context, loop, stop.wake, logger)
                }
            } ?? []
        _ = try loop.add(stop.wake.descriptor) { _, _ in stop.wake.clear() }
    }

    /// Makes the directory of the sockets, which a host without a broker lacks.
    private static func makeRunDirectory(_ data: DataDirectory) throws {
        try FileManager.default.createDirectory(
            atPath: data.run,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Runs until it is told to stop.
    ///
    /// - Throws: What made the process useless.
    func run() throws {
        while !stop.isStopped {
            stop.answer()
            let now = Deadline.monotonicNanoseconds()
            if Deadline.elapsed(from: lastTick, to: now) >= UInt64(Self.tickMs) * 1_000_000 { tick(now) }
            loop.turn(milliseconds: Self.tickMs)
            if let failure = loop.failure { throw failure }
        }
        endAll()
    }

    /// Tells all other sides of the end, and gives them a moment to hear of it.
    private func endAll() {
        for bridge in farBridges { bridge.stop() }
        listening?.stop()
        majordomo?.stop()
        let end = Deadline.monotonicNanoseconds() + Self.farewellMaxNs
        while !stop.isHurried, loop.failure == nil, Deadline.monotonicNanoseconds() < end {
            if listening?.isIdle ?? true, majordomo?.isIdle ?? true, farBridges.allSatisfy(\.isIdle) { return }
            loop.turn(milliseconds: Self.farewellTurnMs)
        }
    }

    private func tick(_ now: UInt64) {
        lastTick = now
        listening?.tick(now)
        majordomo?.tick(now)
        for bridge in farBridges { bridge.tick(now) }
        loop.writeAll()
    }
}
