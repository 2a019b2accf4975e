import Contracts
import Foundation
import MessageBus
import Observability
import ServiceKit
import Testing
import ZMTP

#if canImport(Glibc)
import Glibc
#endif

/// The broker's sockets for the bridge.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BridgeSocketTests {
    private static func withBroker(
        bridgeUser: UInt32? = nil,
        peers: [PeerPolicy.Peer] = [],
        _ body: (BridgeFixture) async throws -> Void
    ) async throws {
        let fixture = try BridgeFixture()
        defer { fixture.remove() }
        try fixture.allow(peers)
        let broker = fixture.startBroker(bridgeUser: bridgeUser)
        let result: Result<Void, any Error>
        do { result = .success(try await body(fixture)) } catch { result = .failure(error) }
        await broker.end()
        try result.get()
    }

    @Test func `a connection without a key has no permissions, even of the broker's own user`() async throws {
        try await Self.withBroker { fixture in
            let (keyless, intruder) = (fixture.keylessBus("keyless"), fixture.keylessBus("i").servingEcho(as: "i"))
            let (own, worker) = (fixture.nearBus("own"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.whileRunning([keyless, intruder, own, worker]) {
                let error = await #expect(throws: ServiceError.self) {
                    _ = try await keyless.call(BridgedEcho(text: "x"), .own(timeoutMs: 30_000))
                }
                #expect(error?.code == .forbidden)
                try await fixture.eventually("the worker is there") { await own.echo("x") != nil }
                for _ in 0..<20 { #expect(await own.echo("x")?.instance == "w") }
            }
        }
    }

    @Test func `an unlisted key is refused although the bridge announces it`() async throws {
        let (listed, unlisted) = (CurveKeyPair.make().publicKey, CurveKeyPair.make().publicKey)
        let peer = PeerPolicy.Peer(name: "box2", key: "\(listed)", calls: ["echo"])
        try await Self.withBroker(peers: [peer]) { fixture in
            let endpoint = fixture.near.bridgeEndpoints(ofBroker: 1).requests
            let (known, unknown) = (
                try await RawProcess.connected(to: endpoint, .dealer, announcing: listed),
                try await RawProcess.connected(to: endpoint, .dealer, announcing: unlisted)
            )
            try await fixture.eventually("the connection with the unlisted key ends") {
                try known.read()
                try unknown.read()
                return unknown.hasEnded && known.isOpen
            }
            #expect(!known.hasEnded)
        }
    }

    @Test func `the bridge may publish its own metrics and no others`() async throws {
        try await Self.withBroker { fixture in
            let (bridge, own) = (fixture.keylessBus("bridge-1"), fixture.nearBus("own"))
            let topics = [MetricsReport.bridge, BrokerStatus.service].map(MetricsReport.topic)
            let heard = own.subscribe(topics, keeping: 8)
            try await fixture.whileRunning([bridge, own]) {
                let publishing = [
                    bridge.publishing("of a broker", on: topics[1]), bridge.publishing("of a bridge", on: topics[0]),
                ]
                defer { for task in publishing { task.cancel() } }
                for await payload in heard.prefix(3) { #expect(payload == Array("of a bridge".utf8)) }
                try await fixture.logged("a peer may not publish on this topic")
            }
        }
    }

    @Test(arguments: [false, true])
    func `only the user of the bridge may connect`(isMarkedInList: Bool) async throws {
        let other = getuid() + 1
        let marked = PeerPolicy.Peer(name: "bridge", user: other, bridge: true)
        try await Self.withBroker(bridgeUser: isMarkedInList ? nil : other, peers: isMarkedInList ? [marked] : []) {
            fixture in
            let (refused, own) = (fixture.keylessBus("refused"), fixture.nearBus("own").servingEcho(as: "own"))
            try await fixture.whileRunning([refused, own]) {
                try await fixture.eventually("the own user connects") { await own.echo("x") != nil }
                let error = await #expect(throws: ServiceError.self) {
                    _ = try await refused.call(BridgedEcho(text: "x"), .own(timeoutMs: 1_000))
                }
                #expect(error?.code == .unavailable || error?.code == .deadlineExceeded)
            }
        }
    }

    @Test(arguments: [
        PeerPolicy(peers: [PeerPolicy.Peer(name: "b", key: "\(CurveKeyPair.make().publicKey)", bridge: true)]),
        PeerPolicy(peers: [PeerPolicy.Peer(name: "b", user: 1, calls: ["*"], bridge: true)]),
        PeerPolicy(peers: [
            PeerPolicy.Peer(name: "b", user: 1, bridge: true), PeerPolicy.Peer(name: "c", user: 2, bridge: true),
        ]),
    ])
    func `a list is refused if its bridge has a key or permissions, or if it has two bridges`(policy: PeerPolicy) throws
    {
        let fixture = try BridgeFixture()
        defer { fixture.remove() }
        try Data(try policy.text().utf8).write(to: URL(filePath: fixture.near.peerPolicy))
        #expect(throws: PolicyFailure.self) { _ = try PeerPolicy(path: fixture.near.peerPolicy) }
    }
}
