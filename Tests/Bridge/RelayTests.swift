import Bridge
import Contracts
import Messaging
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// A relay between a process and another bridge, both simulated by the test.
struct RelayTests {
    /// A relay with a process at the other end of its socket.
    private final class Fixture {
        /// The longest sleep of a round of the loop, as in the bridge.
        static let roundMs = 100
        /// The number of rounds in a second without events, and two more for events.
        static let roundsPerSecond = 1_000 / roundMs + 2

        let loop: EventLoop
        let relay: Relay
        /// The connection of the process; nil after the process has closed it.
        private(set) var process: ZMTPConnection?
        private let log = FrameLog()
        private let frames = FrameBuffer()
        private(set) var rounds = 0

        private final class FrameLog {
            var frames: [(kind: Envelope.Kind, body: [UInt8])] = []
            var isEnded = false
        }

        init() throws {
            var descriptors: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &descriptors) == 0)
            let now = Deadline.monotonicNanoseconds()
            loop = try EventLoop()
            relay = Relay(
                loop,
                CreditAccount(CreditBudget(), peer: "far"),
                PeerTraffic(),
                Relay.Callbacks(
                    send: { [log] kind, _, body in log.frames.append((kind, Array(body))) },
                    opened: {},
                    ended: { [log] in log.isEnded = true }
                )
            )
            process = ZMTPConnection(
                SocketStream(descriptors[1]),
                .dealer,
                credentials: nil,
                outgoingMax: 1 << 20,
                madeAt: now
            )
            try relay.begin(SocketStream(descriptors[0]), .router, announcing: nil, now)
            try eventuallyBlocking("the handshake is done", pause: .zero) {
                try runOnce(milliseconds: 0)
                return relay.isOpen && process?.isOpen ?? false
            }
        }

        var sent: [(kind: Envelope.Kind, body: [UInt8])] { log.frames }
        var isEnded: Bool { log.isEnded }

        func runOnce(milliseconds: Int = roundMs) throws {
            _ = process?.flush()
            loop.runOnce(milliseconds: milliseconds)
            rounds += 1
            relay.checkTime(Deadline.monotonicNanoseconds())
            guard let process else { return }
            _ = process.receive()
            while try process.next(frames) != .nothing {}
            _ = process.flush()
        }

        func sendMessage(_ bytes: [UInt8]) {
            process?.send(bytes, more: false)
            _ = process?.flush()
        }

        func closeProcess() { process = nil }
    }

    @Test func `the end of a process is forwarded within a second even without credit`() throws {
        let fixture = try Fixture()
        fixture.sendMessage([1, 2, 3])
        try fixture.runOnce(milliseconds: 0)
        fixture.closeProcess()
        let roundsBefore = fixture.rounds
        while !fixture.isEnded, fixture.rounds - roundsBefore < Fixture.roundsPerSecond { try fixture.runOnce() }
        #expect(fixture.isEnded, "the rounds of a second suffice, because the loop sleeps in each")
        #expect(fixture.sent.map(\.kind) == [.end])
    }

    @Test func `the last data of a process is sent before its end if credit arrives soon`() throws {
        let fixture = try Fixture()
        fixture.sendMessage([1, 2, 3])
        try fixture.runOnce(milliseconds: 0)
        fixture.closeProcess()
        try fixture.runOnce(milliseconds: 0)
        #expect(fixture.sent.isEmpty)
        let credit = Envelope.written(.credit, 0, WireNumber.bytes(RelayChannel.renewalMin))
        try credit.withUnsafeBytes { try fixture.relay.handle(try Envelope($0)) }
        try eventuallyBlocking("the end is forwarded", pause: .zero) {
            try fixture.runOnce()
            return fixture.isEnded
        }
        #expect(fixture.sent.map(\.kind) == [.data, .end])
        #expect(fixture.sent.first?.body.suffix(3) == [1, 2, 3])
    }
}

extension Envelope {
    /// Returns an encoded frame.
    static func written(_ kind: Kind, _ sequence: UInt64, _ body: [UInt8] = []) -> [UInt8] {
        var bytes = [UInt8](repeating: 0xEE, count: headerLength + body.count)
        bytes.withUnsafeMutableBytes { room in
            body.withUnsafeBytes { write(kind, sequence, $0, to: room) }
        }
        return bytes
    }
}
