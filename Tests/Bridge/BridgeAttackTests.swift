import Bridge
import Contracts
import Foundation
import Messaging
import ServiceKit
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// What comes from the network and should not.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BridgeAttackTests {
    @Test(arguments: [FrameProxy.Treatment.drop, .double, .swap])
    func `a frame that is missing or doubled or swapped ends the connection and nothing wrong arrives`(
        treatment: FrameProxy.Treatment
    ) async throws {
        let port = try FreePort.find()
        let proxy = try FrameProxy(to: port)
        let via = TCPAddress(host: "127.0.0.1", port: proxy.port)
        try await BridgeFixture.run(listeningOn: port, via: via) { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.beside([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                for round in 0..<10 {
                    proxy.treatNext(treatment)
                    await withTaskGroup(of: Void.self) { group in
                        for number in 0..<20 {
                            group.addTask {
                                let text = "\(round) \(number) " + String(repeating: "x", count: 20_000)
                                // The resend of a call that was lost is answered; nothing else is ever answered.
                                if let reply = await client.echo(text) { #expect(reply.text == text) }
                            }
                        }
                    }
                    #expect(proxy.isDone)
                    try await fixture.eventually("calls go on") { await client.echo("x") != nil }
                }
            }
        }
    }

    @Test func `junk on the port ends only its own connection`() async throws {
        try await BridgeFixture.run { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.beside([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                var random = SystemRandomNumberGenerator()
                for length in [1, 10, 64, 200, 5_000, 100_000] {
                    let connected = Loopback.connect(fixture.address.port)
                    let descriptor = try #require(connected)
                    defer { close(descriptor) }
                    // The first byte of a greeting is 0xFF, so that libzmq refuses all others at once.
                    let junk = [0] + (1..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
                    Loopback.write(descriptor, junk)
                    let reply = try await client.call(BridgedEcho(text: "\(length)"), .own(timeoutMs: 30_000))
                    #expect(reply.text == "\(length)")
                    try await fixture.eventually("the connection with \(length) bytes of junk ends") {
                        Loopback.isEnded(descriptor)
                    }
                }
                let reply = try await client.call(BridgedEcho(text: "after"), .own(timeoutMs: 30_000))
                #expect(reply.text == "after")
            }
        }
    }

    @Test(arguments: ["127.0.0.1", "127.0.0.2"])
    func `half handshakes are bounded and keep no bridge out`(source: String) async throws {
        try await BridgeFixture.run { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.beside([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                let second = try BridgeFixture()
                defer { second.remove() }
                try fixture.allow([
                    PeerPolicy.Peer(name: "far", offers: ["echo"], calls: ["echo"]), second.asPeer("second"),
                ])
                // The broker and the bridge each say so.
                try await fixture.eventually("the key of a second bridge is known") {
                    fixture.log.count(of: "the list of peers is read again") >= 2
                }
                // The first half of a greeting, and then nothing.
                let halves = (0..<400).compactMap { _ in Loopback.connect(fixture.address.port, from: source) }
                defer { for descriptor in halves { close(descriptor) } }
                try #require(halves.count == 400)
                for descriptor in halves { Loopback.write(descriptor, [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F]) }
                try await fixture.eventually("all but those within the bound are ended") {
                    let open = halves.count { !Loopback.isEnded($0) }
                    return (1...HandshakeBounds<Int>.countMaxPerAddress).contains(open)
                }
                try await fixture.logged("too many handshakes are under way")
                let reply = try await client.call(BridgedEcho(text: "beside"), .own(timeoutMs: 30_000))
                #expect(reply.text == "beside")
                let refusedBefore = fixture.metric(.bridgeRefused, by: ["handshakes"])
                let bridge = second.startFarBridge(to: fixture.address, expecting: fixture.nearKeys.publicKey)
                try await second.eventually("a further bridge comes in") { second.isOffered }
                if source != "127.0.0.1" { #expect(!second.log.contains("the far bridge cannot be reached")) }
                // One attempt to come in is one handshake; the pause between two of them is longer than a place is kept.
                #expect(fixture.metric(.bridgeRefused, by: ["handshakes"]) - refusedBefore <= 10)
                await bridge.end()
            }
        }
    }

    @Test func `a peer that sends more than its credit is ended alone`() async throws {
        try await BridgeFixture.run { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.beside([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                let peer = try RawBridge(of: fixture)
                try peer.send(.open, Opening(broker: 1, endpoint: .requests, credit: RelayChannel.windowFirst).bytes)
                try await fixture.eventually("the broker takes the connection") { try peer.received(.opened) }
                // One frame of ZMTP of 60,000 bytes. All that come at once are more than any credit.
                let message = [2, 0, 0, 0, 0, 0, 0, 0xEA, 0x60] + [UInt8](repeating: 7, count: 60_000)
                for _ in 0..<400 { try peer.send(.data, message) }
                try await fixture.logged("a connection of far is ended: \(BridgeViolation.creditExceeded)")
                try await fixture.eventually("the connection is ended") { try peer.isEnded() }
                #expect(fixture.metric(.bridgeRefused, by: ["protocol"]) == 1)
                let reply = try await client.call(BridgedEcho(text: "after"), .own(timeoutMs: 30_000))
                #expect(reply.text == "after")
                #expect(!fixture.log.contains("the connection has ended"), "no other connection was lost")
            }
        }
    }
}
