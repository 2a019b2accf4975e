import Contracts
import MessageBus
import TestSupport
import Testing
import ZMTP

#if canImport(Glibc)
import Glibc
#endif

/// A broker that a test controls: it accepts connections, and reads and answers their messages.
final class StubBroker {
    private let listener: StreamListener

    /// - Parameters:
    ///   - fixture: The fixture with the directory of the socket; the broker listens only for requests.
    ///   - number: The number of the broker.
    /// - Throws: `SocketError` if it cannot listen there.
    init(_ fixture: BusFixture, number: Int = 1) throws {
        listener = try StreamListener("ipc://\(fixture.directory)/r\(number)")
    }

    /// Waits for the next connection and its handshake.
    func accept() async throws -> StubPeer {
        let (descriptor, _) = try await eventualValue("a process connects") { listener.accept() }
        let peer = StubPeer(descriptor)
        try await peer.open()
        return peer
    }
}

/// One connection of a process to a ``StubBroker``.
final class StubPeer {
    private let stream: SocketStream
    private let connection: ZMTPConnection
    private let frames = FrameBuffer()

    fileprivate init(_ descriptor: Int32) {
        stream = SocketStream(descriptor)
        connection = ZMTPConnection(stream, .router, credentials: nil, outgoingMax: 1 << 24, madeAt: 0)
    }

    fileprivate func open() async throws {
        while !connection.isOpen { try await receive { _ in false } }
    }

    /// Waits for a number of requests from a client; returns their ids in the order of arrival.
    func requests(_ count: Int) async throws -> [UUIDv7] {
        var ids: [UUIDv7] = []
        while ids.count < count {
            try await receive { frames in
                guard frames.frame(0, is: Majordomo.client), let id = HeaderReader.routing(frames.bytes(3))?.id else {
                    return false
                }
                ids.append(id)
                return ids.count == count
            }
        }
        return ids
    }

    /// Waits for a worker's message with a command; returns its frames.
    func message(_ command: Majordomo.WorkerCommand) async throws -> [[UInt8]] {
        var found: [[UInt8]] = []
        while found.isEmpty {
            try await receive { frames in
                guard frames.frame(0, is: Majordomo.worker), frames.byte(1) == command.rawValue else { return false }
                found = (0..<frames.count).map(frames.array)
                return true
            }
        }
        return found
    }

    /// Answers a call of ``Echo``.
    func answer(_ id: UUIDv7, _ text: String) throws {
        let header = HeaderWriter.encode(ReplyHeader(id: id, status: ReplyHeader.ok, instance: "stand-in"))
        let payload = try PayloadCoder.encode(Echo.Reply(text: text, instance: "stand-in"))
        send([Array("MDPC02".utf8), [Majordomo.ClientCommand.final.rawValue], [], header, payload])
    }

    /// Sends a message.
    func send(_ message: [[UInt8]]) {
        for (index, frame) in message.enumerated() { connection.send(frame, more: index < message.count - 1) }
        _ = connection.flush()
    }

    /// Handles received messages, and waits for more, until the body has enough.
    private func receive(_ hasEnough: (FrameBuffer) -> Bool) async throws {
        defer { _ = connection.flush() }
        while true {
            switch try connection.next(frames) {
            case .message: if hasEnough(frames) { return }
            case .opened: return
            case .subscription: continue
            case .nothing:
                // Sends the PONG of a PING.
                _ = connection.flush()
                switch connection.receive() {
                case .moved: continue
                case .mustWait: return await readable(stream.descriptor)
                case .ended: throw Ended()
                }
            }
        }
    }

    /// The process has closed the connection.
    struct Ended: Error {}
}

/// Waits briefly until a descriptor is readable; other tasks run in between.
private func readable(_ descriptor: Int32) async {
    var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&item, 1, 10)
    await Task.yield()
}
