import Contracts
import Foundation
import Messaging
import ServiceKit
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// The broker's sockets for the bridge.
@Suite(.serialized, .timeLimit(.minutes(1)))
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

    @Test func `a connection without a key has no rights even if it is of the broker's own user`() async throws {
        try await Self.withBroker { fixture in
            let (keyless, intruder) = (fixture.keylessBus("keyless"), fixture.keylessBus("i").servingEcho(as: "i"))
            let (own, worker) = (fixture.nearBus("own"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.beside([keyless, intruder, own, worker]) {
                let error = await #expect(throws: ServiceError.self) {
                    _ = try await keyless.call(Echo(text: "x"), .own(timeoutMs: 30_000))
                }
                #expect(error?.code == .forbidden)
                try await fixture.eventually("the worker is there") { await own.echo("x") != nil }
                for _ in 0..<20 { #expect(await own.echo("x")?.instance == "w") }
            }
        }
    }

    @Test(arguments: [false, true])
    func `the user of the bridge alone may connect`(isMarkedInList: Bool) async throws {
        let other = getuid() + 1
        let marked = PeerPolicy.Peer(name: "bridge", user: other, bridge: true)
        try await Self.withBroker(bridgeUser: isMarkedInList ? nil : other, peers: isMarkedInList ? [marked] : []) {
            fixture in
            let (refused, own) = (fixture.keylessBus("refused"), fixture.nearBus("own").servingEcho(as: "own"))
            try await fixture.beside([refused, own]) {
                try await fixture.eventually("the own user comes in") { await own.echo("x") != nil }
                let error = await #expect(throws: ServiceError.self) {
                    _ = try await refused.call(Echo(text: "x"), .own(timeoutMs: 1_000))
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
    func `a list with a bridge that has a key or rights or a double is refused`(policy: PeerPolicy) throws {
        let fixture = try BridgeFixture()
        defer { fixture.remove() }
        try Data(try policy.text().utf8).write(to: URL(filePath: fixture.near.peerPolicy))
        #expect(throws: PolicyFailure.self) { _ = try PeerPolicy(path: fixture.near.peerPolicy) }
    }
}
