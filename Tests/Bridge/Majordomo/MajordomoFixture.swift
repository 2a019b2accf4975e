import Bridge
import Contracts
import Foundation
import Messaging
import ServiceKit
import ZeroMQ

#if canImport(Glibc)
import Glibc
#endif

/// A broker, and a bridge that lets peers of the Majordomo Protocol in.
struct MajordomoFixture {
    let host: BridgeFixture
    let endpoint: String
    let keys = CurveKeyPair.make()

    /// Runs the body beside a broker and a bridge.
    ///
    /// - Parameters:
    ///   - peer: What the key of the peers may do.
    ///   - body: The test. It gets the bridge, which it may end.
    /// - Throws: What the test throws.
    static func run(
        allowing peer: PeerPolicy.Peer = PeerPolicy.Peer(name: "far", offers: ["*"], calls: ["*"]),
        _ body: @Sendable (MajordomoFixture, BridgeFixture.Running) async throws -> Void
    ) async throws {
        let host = try BridgeFixture()
        defer { host.remove() }
        let fixture = MajordomoFixture(host: host, endpoint: "tcp://127.0.0.1:\(try FreePort.find())")
        try fixture.allow([peer])
        let running = [host.startBroker(), fixture.startBridge()]
        let result: Result<Void, any Error>
        do {
            let client = try fixture.socket()
            try await fixture.host.eventually("the broker answers") {
                try client.send(MajordomoFrames.management("any"))
                return try client.receive() != nil
            }
            result = .success(try await body(fixture, running[1]))
        } catch {
            result = .failure(error)
        }
        for one in running.reversed() { await one.end() }
        try result.get()
    }

    /// Writes the list of peers; an entry without a key gets that of the peers.
    func allow(_ peers: [PeerPolicy.Peer]) throws {
        try host.allow(
            peers.map { peer in
                var peer = peer
                peer.key = peer.key ?? "\(keys.publicKey)"
                return peer
            }
        )
    }

    func startBridge() -> BridgeFixture.Running {
        var configuration = BridgeConfiguration(data: host.near, keys: host.nearKeys)
        configuration.majordomoEndpoint = endpoint
        let stop = StopSignal()
        let bridge = BridgeService(configuration, logger: host.logger, stop: stop)
        return BridgeFixture.Running(stop: stop, task: Task { try await bridge.run() })
    }

    /// A DEALER of libzmq that connects to the bridge.
    ///
    /// - Parameters:
    ///   - keys: Its keys, if not those of the list.
    ///   - unreadMax: Messages that libzmq keeps until they are read.
    /// - Returns: The socket, which connects.
    /// - Throws: `ZeroMQError` if libzmq gives no socket.
    func socket(keys: CurveKeyPair? = nil, unreadMax: Int = 1_000) throws -> MajordomoSocket {
        try MajordomoSocket(endpoint, keys ?? self.keys, server: host.nearKeys.publicKey, unreadMax: unreadMax)
    }

    /// A socket that the bridge has let in, after its key was added to the list of peers.
    ///
    /// A socket of libzmq whose key was refused does not try again, so each attempt has a new one.
    func admittedSocket(keys: CurveKeyPair) async throws -> MajordomoSocket {
        var socket = try socket(keys: keys)
        try await host.eventually("the key is let in") {
            try socket.send(MajordomoFrames.management("any"))
            if try await socket.next(within: .milliseconds(300)) != nil { return true }
            socket = try self.socket(keys: keys)
            return false
        }
        return socket
    }

    /// A worker that the broker knows.
    func worker(_ service: String) async throws -> MajordomoSocket {
        let worker = try socket()
        try worker.send(MajordomoFrames.ready(service))
        try await eventuallyServed(service)
        return worker
    }

    func eventuallyServed(_ service: String) async throws {
        let client = try socket()
        try await host.eventually("\(service) is served") {
            try client.send(MajordomoFrames.management(service))
            return try await client.next()?.last == Array("200".utf8)
        }
    }
}

/// A DEALER of libzmq with keys, which a test asks now and then.
final class MajordomoSocket {
    private let socket: ZeroMQSocket
    private let monitor: ZeroMQMonitor
    private let message = ZeroMQMessage()

    init(_ endpoint: String, _ keys: CurveKeyPair, server: CurveKey, unreadMax: Int) throws {
        socket = try ZeroMQSocket(try ZeroMQContext(), .dealer)
        try socket.set(.linger, 0)
        try socket.set(.receiveHighWaterMark, unreadMax)
        // What the bridge does not read yet waits here.
        try socket.set(.sendHighWaterMark, 0)
        try socket.configureCurveClient(
            publicKey: keys.publicKey.bytes,
            secretKey: keys.secret,
            serverKey: server.bytes
        )
        monitor = try ZeroMQMonitor(socket)
        try socket.connect(endpoint)
    }

    func send(_ frames: [[UInt8]]) throws {
        for (index, frame) in frames.enumerated() { _ = try socket.send(frame, more: index < frames.count - 1) }
    }

    /// Returns a message if one is there.
    func receive() throws -> [[UInt8]]? {
        guard try socket.receive(message) else { return nil }
        var frames = [message.array]
        while message.hasMore, try socket.receive(message) { frames.append(message.array) }
        return frames
    }

    /// Waits for the next message that is no heartbeat; nil if none comes in time.
    func next(within limit: Duration = .seconds(5)) async throws -> [[UInt8]]? {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if let frames = try receive() {
                if frames.count == 2, frames[1] == [MajordomoFrames.heartbeat] { continue }
                return frames
            }
            try await Task.sleep(for: .milliseconds(2))
        }
        return nil
    }

    /// Whether a connection has ended since this was asked last.
    func hasLostConnection() throws -> Bool {
        while let event = try monitor.next() {
            if case .disconnected = event { return true }
        }
        return false
    }

    /// Whether a handshake was refused since this was asked last.
    func wasRefused() throws -> Bool {
        while let event = try monitor.next() {
            if event == .handshakeRefused { return true }
        }
        return false
    }
}

/// Messages of the Majordomo Protocol 0.2, as plain peers send them.
enum MajordomoFrames {
    static let heartbeat: UInt8 = 5
    static let disconnect = [Array("MDPW02".utf8), [UInt8(6)]]

    static func request(_ service: String, _ body: [UInt8]...) -> [[UInt8]] {
        [Array("MDPC02".utf8), [1], Array(service.utf8)] + body
    }

    static func management(_ service: String) -> [[UInt8]] { request("mmi.service", Array(service.utf8)) }

    static func ready(_ service: String) -> [[UInt8]] { [Array("MDPW02".utf8), [1], Array(service.utf8)] }

    /// The answer to a request that a worker has received.
    static func answer(to request: [[UInt8]], _ body: [UInt8]) -> [[UInt8]] {
        [Array("MDPW02".utf8), [4], request.count > 2 ? request[2] : [], [], body]
    }

    /// A request of Mealwire's own form for a service of its.
    static func own(_ service: String, _ method: String, _ payload: String) throws -> [[UInt8]] {
        let header = RequestHeader(id: .make(), timeLeftMs: 5_000, repeatable: true, method: method)
        return request(service, HeaderWriter.encode(header), Array(payload.utf8))
    }
}
