import Contracts
import ServiceKit
import Testing
import ZeroMQ

#if canImport(Glibc)
import Glibc
#endif

@Suite(.timeLimit(.minutes(5)))
struct ZeroMQTests {
    @Test func `a message of an allowed key arrives with the key and the descriptor of its connection`() throws {
        let fixture = try ZeroMQFixture()
        let pair = CurveKeyPair.make()
        let client = try fixture.client(pair)
        #expect(try client.socket.send(Array("hello".utf8)) == .queued)
        let message = ZeroMQMessage()
        try fixture.serve(allowing: pair.publicKey) { try fixture.server.receive(message) }
        let routingID = message.array
        #expect(message.hasMore)
        #expect(try fixture.server.receive(message))
        #expect(message.array == Array("hello".utf8))
        #expect(!message.hasMore)
        #expect(message.property("User-Id") == pair.publicKey.description)
        #expect(fixture.requests.map(\.domain) == ["test"])
        #expect(fixture.requests.map(\.address) == ["127.0.0.1"])
        let descriptor = try #require(message.sourceDescriptor)
        var accepted: Int32?
        while let event = try fixture.monitor.next() {
            if case .accepted(let number) = event { accepted = number }
        }
        #expect(accepted == descriptor)
        #expect(try fixture.server.send(routingID, more: true) == .queued)
        #expect(try fixture.server.send(count: 3) { $0.copyBytes(from: [1, 2, 3]) } == .queued)
        try fixture.serve(allowing: nil) { try client.socket.receive(message) }
        #expect(message.array == [1, 2, 3])
    }

    @Test func `a monitor reports the descriptor of a listening socket`() throws {
        let fixture = try ZeroMQFixture()
        let first = try fixture.monitor.next()
        guard case .listening(let descriptor) = try #require(first) else {
            Issue.record("the first event is \(String(describing: first))")
            return
        }
        var isListening: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        // Without it, an optimized build closes the socket after its last use.
        let status = withExtendedLifetime(fixture) {
            getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length)
        }
        #expect(status == 0 && isListening == 1)
    }

    @Test func `an unknown key is refused`() throws {
        let fixture = try ZeroMQFixture()
        let client = try fixture.client(.make())
        _ = try client.socket.send([1])
        try fixture.serve(allowing: CurveKeyPair.make().publicKey) { try client.monitor.next() == .handshakeRefused }
        #expect(fixture.requests.count == 1)
        #expect(try !fixture.server.receive(ZeroMQMessage()))
    }

    @Test func `every key is refused without a ZAP handler`() throws {
        let fixture = try ZeroMQFixture(hasZAPHandler: false)
        let client = try fixture.client(.make())
        _ = try client.socket.send([1])
        var end: ZeroMQMonitor.Event?
        try fixture.serve(allowing: nil) {
            while let event = try client.monitor.next() {
                if event == .handshakeDone { Issue.record("the handshake was done") }
                if case .disconnected = event { end = event }
            }
            return end != nil
        }
        #expect(try !fixture.server.receive(ZeroMQMessage()))
    }

    @Test func `shutting down a descriptor ends its peer and no other`() throws {
        let fixture = try ZeroMQFixture()
        let pair = CurveKeyPair.make()
        let (ended, kept) = (try fixture.client(pair), try fixture.client(pair))
        _ = try ended.socket.send([1])
        let message = ZeroMQMessage()
        try fixture.serve(allowing: pair.publicKey) { try fixture.server.receive(message) }
        #expect(try fixture.server.receive(message))
        let descriptor = try #require(message.sourceDescriptor)
        _ = try kept.socket.send([2])
        try fixture.serve(allowing: pair.publicKey) { try fixture.server.receive(message) }
        let routingID = message.array
        #expect(try fixture.server.receive(message))
        shutdown(descriptor, Int32(SHUT_RDWR))
        var isOver = false
        try fixture.serve(allowing: nil) {
            while let event = try ended.monitor.next() {
                if case .disconnected = event { isOver = true }
            }
            return isOver
        }
        #expect(try fixture.server.send(routingID, more: true) == .queued)
        #expect(try fixture.server.send([3]) == .queued)
        try fixture.serve(allowing: nil) { try kept.socket.receive(message) }
        #expect(message.array == [3])
        while let event = try kept.monitor.next() {
            if case .disconnected = event { Issue.record("the other peer was disconnected") }
        }
    }

    @Test func `sending to an unknown peer is reported as unreachable`() throws {
        let fixture = try ZeroMQFixture()
        #expect(try fixture.server.send([0, 1, 2, 3, 4], more: true) == .unreachable)
    }

    @Test func `a refused option value or an invalid endpoint is an error`() throws {
        let socket = try ZeroMQSocket(try ZeroMQContext(), .dealer)
        #expect(throws: ZeroMQError.self) { try socket.set(.handshakeInterval, -5) }
        #expect(throws: ZeroMQError.self) { try socket.connect("nowhere") }
    }

    @Test func `a second ZAP handler of a context is an error`() throws {
        let fixture = try ZeroMQFixture()
        #expect(throws: ZeroMQError.self) { _ = try ZAPHandler(fixture.context) }
    }
}
