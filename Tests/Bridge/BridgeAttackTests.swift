import Bridge
import Contracts
import Foundation
import MessageBus
import Observability
import SeededRandom
import ServiceKit
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Adversarial data from the network.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BridgeAttackTests {
    @Test(arguments: [FrameProxy.Fault.drop, .duplicate, .swap])
    func `a missing, duplicated or swapped frame ends the connection and no wrong data arrives`(
        fault: FrameProxy.Fault
    ) async throws {
        let port = try PlainSocket.freePort()
        let proxy = try FrameProxy(to: port)
        let via = TCPAddress(host: "127.0.0.1", port: proxy.port)
        try await BridgeFixture.run(listeningOn: port, via: via) { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.whileRunning([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                let answers = Counter()
                for round in 0..<10 {
                    proxy.injectNext(fault)
                    await withTaskGroup(of: Void.self) { group in
                        for number in 0..<20 {
                            group.addTask {
                                let text = "\(round) \(number) " + String(repeating: "x", count: 20_000)
                                // A lost call is sent again, so its answer has the same text.
                                guard let reply = await client.echo(text) else { return }
                                #expect(reply.text == text)
                                answers.increment()
                            }
                        }
                    }
                    #expect(proxy.isDone)
                    try await fixture.eventually("calls go on") { await client.echo("x") != nil }
                }
                #expect(answers.value > 0)
            }
        }
    }

    @Test func `junk on the port ends only its own connection`() async throws {
        try await BridgeFixture.run { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.whileRunning([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                var random = SeededGenerator(seed: testSeed("JUNK"))
                for length in [1, 10, 64, 200, 5_000, 100_000] {
                    let descriptor = try PlainSocket.connect(fixture.address.port)
                    defer { close(descriptor) }
                    // A greeting begins with 0xFF, so libzmq refuses any other byte at once.
                    let junk = [0] + (1..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
                    // The bridge may end the connection before it has read all of it.
                    try? PlainSocket.write(junk, to: descriptor)
                    let reply = try await client.call(BridgedEcho(text: "\(length)"), .own(timeoutMs: 30_000))
                    #expect(reply.text == "\(length)")
                    try await fixture.eventually("the connection with \(length) bytes of junk ends") {
                        PlainSocket.isEnded(descriptor)
                    }
                }
                let reply = try await client.call(BridgedEcho(text: "after"), .own(timeoutMs: 30_000))
                #expect(reply.text == "after")
            }
        }
    }

    @Test(arguments: ["127.0.0.1", "127.0.0.2"])
    func `unfinished handshakes are bounded and do not block a bridge`(source: String) async throws {
        try await BridgeFixture.run { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.whileRunning([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                let second = try BridgeFixture()
                defer { second.remove() }
                try fixture.allow([
                    PeerPolicy.Peer(name: "far", offers: ["echo"], calls: ["echo"]), second.asPeer("second"),
                ])
                // The broker and the bridge each log it.
                try await fixture.eventually("the key of a second bridge is known") {
                    fixture.log.count(of: "the list of peers is read again") >= 2
                }
                let halves = try HalfHandshakes(400, fixture.address.port, from: source)
                defer { halves.close() }
                try await fixture.eventually("all connections beyond the bound are ended or wait") {
                    (1...HandshakeBounds<Int>.countMaxPerAddress).contains(halves.proceed())
                }
                halves.closeWaiting()
                // All earlier refusals are counted when this one is.
                let unlisted = try HandshakeFlood(of: fixture)
                try unlisted.proceed()
                try await fixture.eventually("refused handshakes are counted") {
                    fixture.metric(.bridgeRefused, by: ["key"]) > 0
                }
                // Without this use, an optimized build ends the handshake at once.
                #expect(unlisted.count == 1)
                #expect(fixture.metric(.bridgeRefused, by: ["handshakes"]) > 0)
                let reply = try await client.call(BridgedEcho(text: "beside"), .own(timeoutMs: 30_000))
                #expect(reply.text == "beside")
                let refusedBefore = fixture.metric(.bridgeRefused, by: ["handshakes"])
                let bridge = second.startFarBridge(to: fixture.address, expecting: fixture.nearKeys.publicKey)
                try await second.eventually("another bridge connects") { second.isOffered }
                if source != "127.0.0.1" { #expect(!second.log.contains("the far bridge cannot be reached")) }
                // Each attempt to connect is one handshake. The pause between attempts exceeds the protected time.
                #expect(fixture.metric(.bridgeRefused, by: ["handshakes"]) - refusedBefore <= 10)
                await bridge.end()
            }
        }
    }

    @Test func `a peer that exceeds its credit is disconnected, and no other peer is`() async throws {
        try await BridgeFixture.run { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.whileRunning([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                let peer = try RawBridge(of: fixture)
                try peer.send(.open, Opening(broker: 1, endpoint: .requests, credit: RelayChannel.windowFirst).bytes)
                try await fixture.eventually("the broker accepts the connection") { try peer.received(.opened) }
                // One ZMTP frame of 60,000 bytes. All of them together exceed any credit.
                let message = [2, 0, 0, 0, 0, 0, 0, 0xEA, 0x60] + [UInt8](repeating: 7, count: 60_000)
                for _ in 0..<400 { try peer.send(.data, message) }
                try await fixture.logged("a connection of far is ended: \(BridgeViolation.creditExceeded)")
                try await fixture.eventually("the connection is ended") { try peer.isEnded() }
                try await fixture.eventually("it is counted once") {
                    fixture.metric(.bridgeRefused, by: ["protocol"]) == 1
                }
                let reply = try await client.call(BridgedEcho(text: "after"), .own(timeoutMs: 30_000))
                #expect(reply.text == "after")
                #expect(!fixture.log.contains("the connection has ended"), "no other connection was lost")
            }
        }
    }

    @Test func `a peer that grants credit and does not read fills no more than one window`() async throws {
        try await BridgeFixture.run(allowing: PeerPolicy.Peer(name: "far", calls: ["echo", "profile"])) { fixture in
            let own = fixture.nearBus("own").servingEcho(as: "own")
            try await fixture.whileRunning([own]) {
                try await fixture.eventually("the worker is there") { await own.echo("x") != nil }
                try await fixture.eventually("the bridge listens") { fixture.isOffered }
                let peer = try RawBridge(of: fixture, unreadMax: 1)
                try peer.send(.open, Opening(broker: 1, endpoint: .eventsOut, credit: RelayChannel.windowFirst).bytes)
                try await fixture.eventually("the broker accepts the connection") { try peer.received(.opened) }
                let subscription = [1] + Array("profile.beacon".utf8)
                try peer.send(.data, [0, UInt8(subscription.count)] + subscription)
                let publishing = own.publishing(String(repeating: "x", count: 60_000), on: "profile.beacon")
                defer { publishing.cancel() }
                let window = Double(RelayChannel.windowMax)
                // The peer's own credit, and that of the far bridge's first connection.
                let credits = 2 * Double(RelayChannel.windowFirst)
                var granted = 0.0
                try await fixture.eventually("the bridge counts what the peer has not received") {
                    let credit = fixture.metric(.bridgeSentBytes, by: ["far"]) + window
                    if credit >= granted + Double(RelayChannel.renewalMin) {
                        granted = credit
                        try peer.send(.credit, WireNumber.bytes(UInt64(credit)))
                    }
                    return fixture.metric(.bridgeCreditBytes) > credits + window / 2
                        && fixture.metric(.bridgeSentBytes, by: ["far"]) > window
                }
                // What the system of the peer has received, one window, and the message that exceeds it.
                #expect(fixture.metric(.bridgeSentBytes, by: ["far"]) < 3 * window)
                #expect(await own.echo("beside") != nil)
                #expect(try !peer.isEnded())
            }
        }
    }
}
