import Bridge
import Contracts
import Foundation
import MessageBus
import ServiceKit
import TestSupport
import Testing
import Threading
import ZeroMQ

#if canImport(Glibc)
import Glibc
#endif

/// A broker, and a bridge that accepts peers of the Majordomo Protocol.
struct MajordomoFixture {
    let host: BridgeFixture
    let endpoint: String
    let keys = CurveKeyPair.make()

    /// Runs the body while a broker and a bridge run.
    ///
    /// - Parameters:
    ///   - peer: The permissions of the peers' key.
    ///   - body: The test. It gets the bridge, and may end it.
    /// - Throws: The error of the test.
    static func run(
        allowing peer: PeerPolicy.Peer = PeerPolicy.Peer(name: "far", offers: ["*"], calls: ["*"]),
        _ body: @Sendable (MajordomoFixture, BridgeFixture.Running) async throws -> Void
    ) async throws {
        let host = try BridgeFixture()
        defer { host.remove() }
        let fixture = MajordomoFixture(host: host, endpoint: "tcp://127.0.0.1:\(try PlainSocket.freePort())")
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

    /// Writes the list of peers; an entry without a key gets the peers' key.
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

    /// Returns a DEALER of libzmq that connects to the bridge.
    ///
    /// - Parameters:
    ///   - keys: The keys of the socket; the listed ones if nil.
    ///   - unreadMax: The number of unread messages that libzmq queues.
    /// - Returns: The socket.
    /// - Throws: `ZeroMQError` if libzmq cannot make the socket.
    func socket(keys: CurveKeyPair? = nil, unreadMax: Int = 1_000) throws -> MajordomoSocket {
        try MajordomoSocket(endpoint, keys ?? self.keys, server: host.nearKeys.publicKey, unreadMax: unreadMax)
    }

    /// Returns a socket that the bridge has accepted, after its key was added to the list of peers.
    ///
    /// A refused socket of libzmq does not try again, so each attempt uses a new one.
    func admittedSocket(keys: CurveKeyPair) async throws -> MajordomoSocket {
        var socket = try socket(keys: keys)
        try await host.eventually("the key is accepted") {
            try socket.send(MajordomoFrames.management("any"))
            if try await socket.next(within: .milliseconds(300)) != nil { return true }
            socket = try self.socket(keys: keys)
            return false
        }
        return socket
    }

    /// Returns a worker that the broker has registered.
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

/// A DEALER of libzmq with keys, polled by a test.
final class MajordomoSocket {
    private let socket: ZeroMQSocket
    private let monitor: ZeroMQMonitor
    private let message = ZeroMQMessage()

    init(_ endpoint: String, _ keys: CurveKeyPair, server: CurveKey, unreadMax: Int) throws {
        socket = try ZeroMQSocket(try ZeroMQContext(), .dealer)
        try socket.set(.linger, 0)
        try socket.set(.receiveHighWaterMark, unreadMax)
        // Messages that the bridge has not read yet wait here.
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

    /// Returns a message; nil if none has arrived.
    func receive() throws -> [[UInt8]]? {
        guard try socket.receive(message) else { return nil }
        var frames = [message.array]
        while message.hasMore, try socket.receive(message) { frames.append(message.array) }
        return frames
    }

    /// Waits for the next message other than a heartbeat; returns nil on timeout.
    func next(within limit: Duration = .seconds(5)) async throws -> [[UInt8]]? {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if let frames = try receive() {
                if frames.count == 2, frames[1] == [MajordomoFrames.heartbeat] { continue }
                return frames
            }
            try await Task.sleep(for: Waiting.pause)
        }
        return nil
    }

    /// Returns whether a connection has ended since the last call.
    func hasLostConnection() throws -> Bool {
        while let event = try monitor.next() {
            if case .disconnected = event { return true }
        }
        return false
    }

    /// Returns whether a handshake was refused since the last call.
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

    /// Returns the answer to a request of a worker.
    static func answer(to request: [[UInt8]], _ body: [UInt8]) -> [[UInt8]] {
        [Array("MDPW02".utf8), [4], request.count > 2 ? request[2] : [], [], body]
    }

    /// Returns a request in Mealwire's own format.
    static func own(_ service: String, _ method: String, _ payload: String) throws -> [[UInt8]] {
        let header = RequestHeader(id: .make(), timeLeftMs: 5_000, retryable: true, method: method)
        return request(service, HeaderWriter.encode(header), Array(payload.utf8))
    }
}
