import Bridge
import Contracts
import Foundation
import MessageBus
import ServiceKit
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Faults of a bridge's process.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BridgeProcessTests {
    /// The descriptors of a bridge without connections, and a small reserve.
    private static let fewDescriptors = 64
    /// The descriptors that are left when a limit is lowered: enough for the connections of one more process.
    private static let descriptorsLeft = 20

    private static func withFarBridge(
        descriptorsMax: Int? = nil,
        _ body: (BridgeFixture, BridgeProcess) async throws -> Void
    ) async throws {
        let fixture = try BridgeFixture()
        defer { fixture.remove() }
        try fixture.allow([PeerPolicy.Peer(name: "far", calls: ["echo"])])
        let broker = fixture.startBroker()
        let near = try BridgeProcess(fixture, descriptorsMax: descriptorsMax)
        let far = fixture.startFarBridge()
        let result: Result<Void, any Error>
        do { result = .success(try await body(fixture, near)) } catch { result = .failure(error) }
        near.stop()
        for one in [far, broker] { await one.end() }
        try result.get()
    }

    @Test func `a frozen bridge is detected, and offers the broker again when it continues`() async throws {
        try await Self.withFarBridge { fixture, near in
            try await fixture.eventually("the broker is offered") { fixture.isOffered }
            near.send(SIGSTOP)
            try await fixture.eventually("the broker is not available") { !fixture.isOffered }
            near.send(SIGCONT)
            try await fixture.eventually("the broker is offered again") { fixture.isOffered }
        }
    }

    @Test func `a bridge without descriptors recovers when some are free and does not spin meanwhile`()
        async throws
    {
        try await Self.withFarBridge(descriptorsMax: Self.fewDescriptors) { fixture, near in
            try await fixture.eventually("the broker is offered") { fixture.isOffered }
            let halves = try (0..<200).map { _ in try PlainSocket.beginConnect(fixture.address.port) }
            defer { for descriptor in halves { close(descriptor) } }
            let (begin, used) = (ContinuousClock.now, try near.processorTime)
            try await fixture.eventually("all connections are ended") { halves.allSatisfy(PlainSocket.isEnded) }
            #expect(try near.processorTime - used < (ContinuousClock.now - begin) / 2 + .milliseconds(500))
            let client = fixture.farBus("client")
            try await fixture.whileRunning([client, fixture.nearBus("w").servingEcho(as: "w")]) {
                try await fixture.eventually("a process connects") { await client.echo("x") != nil }
            }
        }
    }

    @Test func `a bridge without descriptors keeps its peers and does not spin when its limit was lowered`()
        async throws
    {
        try await Self.withFarBridge { fixture, near in
            let client = fixture.farBus("client")
            try await fixture.whileRunning([client, fixture.nearBus("w").servingEcho(as: "w")]) {
                try await fixture.eventually("a process connects") { await client.echo("x") != nil }
                try near.limitDescriptors(to: try near.descriptorCount + Self.descriptorsLeft)
                let idle = IdleConnections(200, fixture.address.port)
                defer { idle.close() }
                let (begin, used) = (ContinuousClock.now, try near.processorTime)
                try await fixture.eventually("two seconds have passed") {
                    idle.reopen()
                    return ContinuousClock.now - begin > .seconds(2)
                }
                #expect(try near.processorTime - used < (ContinuousClock.now - begin) / 2)
                #expect(near.isRunning)
                // Only a connection that was made before can serve this call.
                let reply = try await client.call(BridgedEcho(text: "beside"), .own(timeoutMs: 30_000))
                #expect(reply.text == "beside")
                idle.close()
                let second = fixture.farBus("second")
                try await fixture.whileRunning([second]) {
                    try await fixture.eventually("another process connects") { await second.echo("x") != nil }
                }
                #expect(!fixture.log.contains("the connection has ended"), "no connection of the far bridge was lost")
            }
        }
    }

    @Test func `only sockets for other users are open to them`() async throws {
        let fixture = try BridgeFixture()
        defer { fixture.remove() }
        try fixture.allow([PeerPolicy.Peer(name: "far", calls: ["echo"])])
        let running = [fixture.startBroker(), fixture.startNearBridge()]
        for (arguments, mode) in [([], 0o600), (["--local-users", "\(getuid() + 1)"], 0o666)] {
            let far = try BridgeProcess(fixture, isFar: true, arguments)
            defer { far.stop() }
            let path = fixture.far.sockets(ofBroker: 1)[0]
            try await fixture.eventually("the socket has the mode") {
                var status = stat()
                return stat(path, &status) == 0 && Int(status.st_mode & 0o777) & ~0o100 == mode
            }
            let client = fixture.farBus("client")
            try await fixture.whileRunning([client, fixture.nearBus("w").servingEcho(as: "w")]) {
                try await fixture.eventually("the bridge's own user connects") { await client.echo("x") != nil }
            }
        }
        for one in running { await one.end() }
    }
}
