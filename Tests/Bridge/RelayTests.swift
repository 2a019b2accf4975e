import Bridge
import Contracts
import ServiceKit
import TestSupport
import Testing
import ZMTP
import ZeroMQ

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
        private var granted: UInt64 = 0

        private final class FrameLog {
            var frames: [(kind: Envelope.Kind, body: [UInt8])] = []
            var isEnded = false
            /// The bytes that the other host has acknowledged; nil if the system does not report them.
            var acknowledged: UInt64?
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
                    ended: { [log] in log.isEnded = true },
                    acknowledged: { [log] in log.acknowledged }
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
        var acknowledged: UInt64? {
            get { log.acknowledged }
            set { log.acknowledged = newValue }
        }

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

        /// The length of one message of ``fillProcess()``, with room for its frame headers.
        static let messageLength = 61_000

        /// Lets the process send as much as it can.
        func fillProcess() {
            while process?.outgoingCount ?? .max < Self.messageLength {
                sendMessage([UInt8](repeating: 7, count: 60_000))
            }
        }

        /// The bytes of data that the relay has sent.
        var sentBytes: Int { sent.reduce(0) { $0 + ($1.kind == .data ? $1.body.count : 0) } }

        /// Grants the largest credit, as a bridge would that has received everything.
        func grantCredit() throws {
            let credit = UInt64(sentBytes) + RelayChannel.windowMax
            guard credit >= granted + RelayChannel.renewalMin else { return }
            granted = credit
            try Envelope.written(.credit, 0, WireNumber.bytes(credit)).withUnsafeBytes {
                try relay.handle(try Envelope($0))
            }
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

extension RelayTests {
    @Test func `a peer that grants credit without reading receives no more than one window and a message`() throws {
        let fixture = try Fixture()
        fixture.acknowledged = 0
        // Rounds without further data show that no more is sent.
        var quietRounds = 0
        while quietRounds < 20 {
            let before = fixture.sentBytes
            fixture.fillProcess()
            try fixture.grantCredit()
            try fixture.runOnce(milliseconds: 1)
            quietRounds = fixture.sentBytes == before ? quietRounds + 1 : 0
            try #require(fixture.sentBytes < 16 * Int(RelayChannel.windowMax))
        }
        let window = Int(RelayChannel.windowMax)
        #expect((window / 2...window + Fixture.messageLength).contains(fixture.sentBytes))
        // As soon as the other host receives data, the next data is sent.
        let before = fixture.sentBytes
        fixture.acknowledged = UInt64(before)
        try eventuallyBlocking("more data is sent", pause: .zero) {
            try fixture.runOnce()
            return fixture.sentBytes > before
        }
    }

    @Test func `sealed frames have the length that the estimate of unacknowledged bytes assumes`() throws {
        let fixture = try BridgeFixture()
        defer { fixture.remove() }
        let context = try ZeroMQContext()
        let zap = try ZAPHandler(context)
        let (server, client) = (try ZeroMQSocket(context, .router), try ZeroMQSocket(context, .dealer))
        for socket in [server, client] { try socket.set(.linger, 0) }
        try server.configureCurveServer(secretKey: fixture.nearKeys.secret, domain: "test")
        try client.configureCurveClient(
            publicKey: fixture.farKeys.publicKey.bytes,
            secretKey: fixture.farKeys.secret,
            serverKey: fixture.nearKeys.publicKey.bytes
        )
        let monitor = try ZeroMQMonitor(client)
        try client.connect(try server.bind("tcp://127.0.0.1:*"))
        var descriptor: Int32?
        let message = ZeroMQMessage()
        var unacknowledged = UnacknowledgedBytes()
        var handshake: UInt64?
        // The first frame shows how many bytes the handshake took. Longer ones than the second have a longer header.
        for length in [0, 213, 214, 10_000, 100_000] {
            unacknowledged.send(length)
            _ = try client.send(Envelope.written(.data, 0, [UInt8](repeating: 1, count: length)))
            try eventuallyBlocking("the frame arrives", pause: .zero) {
                if try server.receive(message), !message.hasMore { return true }
                try zap.answer { _ in "far" }
                while let event = try monitor.next() {
                    if case .connected(let number) = event { descriptor = number }
                }
                return false
            }
            let found = try #require(descriptor)
            // The acknowledgement may arrive later than the frame.
            try eventuallyBlocking("the frame is acknowledged", pause: .zero) {
                var waiting: Int32 = 0
                return ioctl(found, UInt(TIOCOUTQ), &waiting) == 0 && waiting == 0
            }
            unacknowledged.update(acknowledged: TCPCounters.acknowledged(found))
            #expect(unacknowledged.count == 0)
            handshake = handshake ?? unacknowledged.others
            #expect(unacknowledged.others == handshake)
        }
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
