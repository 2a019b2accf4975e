import Bridge
import Contracts
import MessageBus
import Observability
import ServiceKit
import TestSupport
import Testing

/// Handshakes of unlisted keys at a high rate.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BridgeFloodTests {
    @Test func `most handshakes of a flood are not even begun, and another host connects meanwhile`() async throws {
        try await BridgeFixture.run { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.whileRunning([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                let second = try BridgeFixture()
                defer { second.remove() }
                try fixture.allow([PeerPolicy.Peer(name: "far", calls: ["echo"]), second.asPeer("second")])
                try await fixture.eventually("the key of a second bridge is known") {
                    fixture.log.count(of: "the list of peers is read again") >= 2
                }
                let flood = try HandshakeFlood(of: fixture)
                let begin = ContinuousClock.now
                try await fixture.eventually("handshakes are dropped", pause: .zero) {
                    try flood.proceed()
                    return fixture.metric(.bridgeRefused, by: ["handshakes"]) > 0
                }
                let bridge = second.startFarBridge(to: fixture.address, expecting: fixture.nearKeys.publicKey)
                try await second.eventually("another bridge connects", pause: .zero) {
                    try flood.proceed()
                    return second.isOffered
                }
                let reply = try await client.call(BridgedEcho(text: "beside"), .own(timeoutMs: 30_000))
                #expect(reply.text == "beside")
                var allowed = 0.0
                try await fixture.eventually("the flood is larger than what is allowed", pause: .zero) {
                    try flood.proceed()
                    let seconds = (ContinuousClock.now - begin) / .seconds(1)
                    allowed = Double(ConnectionRates.burst) + seconds * Double(ConnectionRates.perSecond)
                    return Double(flood.count) > 2 * allowed
                }
                #expect(fixture.metric(.bridgeRefused, by: ["key"]) <= allowed + 1)
                await bridge.end()
            }
        }
    }
}
