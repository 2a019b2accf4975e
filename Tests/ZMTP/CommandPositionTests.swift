import Testing
import ZMTP

#if canImport(Glibc)
import Glibc
#endif

/// Tests commands before, between and inside messages.
struct CommandPositionTests {
    private let frames = FrameBuffer()
    private let connection: ZMTPConnection
    private let far: SocketStream

    init() throws {
        var pair: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &pair) == 0)
        far = SocketStream(pair[1])
        connection = ZMTPConnection(SocketStream(pair[0]), .xpub, credentials: nil, outgoingMax: 1 << 20, madeAt: 0)
        try send([0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 1] + Array("NULL".utf8) + [UInt8](repeating: 0, count: 48))
        try send(Self.command("READY", [11] + Array("Socket-Type".utf8) + [0, 0, 0, 3] + Array("SUB".utf8)))
        try #require(try next() == .opened)
        _ = sent()
    }

    private func send(_ bytes: [UInt8]) throws {
        try #require(bytes.withUnsafeBytes { far.write($0) } == .moved(bytes.count))
        _ = connection.receive()
    }

    private func next() throws -> ZMTPConnection.Incoming { try connection.next(frames) }

    /// Returns what the connection has written.
    private func sent() -> [UInt8] {
        _ = connection.flush()
        var bytes = [UInt8](repeating: 0, count: 4_096)
        guard case .moved(let count) = bytes.withUnsafeMutableBytes({ far.read(into: $0) }) else { return [] }
        return Array(bytes[..<count])
    }

    private static func command(_ name: String, _ data: [UInt8]) -> [UInt8] {
        [4, UInt8(1 + name.utf8.count + data.count), UInt8(name.utf8.count)] + Array(name.utf8) + data
    }

    private static func frame(_ text: String, more: Bool) -> [UInt8] {
        [more ? 1 : 0, UInt8(text.utf8.count)] + Array(text.utf8)
    }

    private static func ping(_ context: String) -> [UInt8] { command("PING", [0, 0] + Array(context.utf8)) }
    private static func pong(_ context: String) -> [UInt8] { command("PONG", Array(context.utf8)) }

    /// The frames of the received message, and their wire form.
    private var received: (frames: [String?], wire: [UInt8]) {
        ((0..<frames.count).map(frames.text), Array(frames.wire(from: 0)))
    }

    private static let message = frame("one", more: true) + frame("two", more: true) + frame("three", more: false)

    @Test func `commands inside a message are executed, and the message is complete without them`() throws {
        let stream =
            Self.ping("0") + Self.frame("one", more: true) + Self.ping("1") + Self.ping("2")
            + Self.frame("two", more: true) + Self.command("UNKNOWN", [1, 2, 3]) + Self.frame("three", more: false)
            + Self.ping("3") + Self.message
        for pieceLength in [stream.count, 1, 2, 3, 7] {
            var messages = 0
            var pongs: [UInt8] = []
            for start in stride(from: 0, to: stream.count, by: pieceLength) {
                try send(Array(stream[start..<min(start + pieceLength, stream.count)]))
                while try next() == .message {
                    messages += 1
                    #expect(received.frames == ["one", "two", "three"])
                    #expect(received.wire == Self.message)
                }
                pongs += sent()
            }
            #expect(messages == 2)
            #expect(pongs == ["0", "1", "2", "3"].flatMap(Self.pong))
            #expect(connection.unhandledCount == 0)
        }
    }

    @Test func `a subscription inside a message is returned before the message`() throws {
        let topic = Array("topic".utf8)
        try send(
            Self.frame("one", more: true) + Self.ping("1") + Self.command("SUBSCRIBE", topic)
                + Self.command("CANCEL", topic) + Self.frame("two", more: true) + Self.frame("three", more: false)
        )
        #expect(try next() == .subscription(topic: topic, isWanted: true))
        #expect(try next() == .subscription(topic: topic, isWanted: false))
        #expect(try next() == .message)
        #expect(received.frames == ["one", "two", "three"])
        #expect(try next() == .nothing)
        #expect(sent() == Self.pong("1"))
    }

    @Test func `a large frame between commands is received as it was sent`() throws {
        let large = [UInt8](repeating: 7, count: 200_000)
        let head: [UInt8] = [3, 0, 0, 0, 0, 0, 3, 0x0D, 0x40]
        let stream =
            Self.frame("one", more: true) + Self.ping("1") + head + large + Self.ping("2") + Self.ping("3")
            + Self.frame("three", more: false) + Self.message
        var sizes: [Int] = []
        for start in stride(from: 0, to: stream.count, by: 10_000) {
            try send(Array(stream[start..<min(start + 10_000, stream.count)]))
            while try next() == .message {
                sizes.append(received.wire.count)
                if frames.bytes(1).count > 3 { #expect(frames.array(1) == large) }
            }
        }
        #expect(sizes == [5 + 9 + large.count + 7, Self.message.count])
        #expect(sent() == ["1", "2", "3"].flatMap(Self.pong))
    }

    @Test func `a malformed command inside a message is a violation`() throws {
        try send(Self.frame("one", more: true) + [4, 1, 9])
        #expect(throws: ZMTPViolation.malformedCommand) { try next() }
    }
}
