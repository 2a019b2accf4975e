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
@Suite(.serialized, .timeLimit(.minutes(2)))
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
                    guard let descriptor = Loopback.connect(fixture.address.port) else { continue }
                    Loopback.write(descriptor, (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
                    let reply = try await client.call(Echo(text: "\(length)"), .own(timeoutMs: 30_000))
                    #expect(reply.text == "\(length)")
                    close(descriptor)
                }
                let reply = try await client.call(Echo(text: "after"), .own(timeoutMs: 30_000))
                #expect(reply.text == "after")
            }
        }
    }

    @Test func `half handshakes are bounded and keep no bridge out`() async throws {
        try await BridgeFixture.run { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.beside([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                // The first half of a greeting, and then nothing.
                let halves = (0..<400).compactMap { _ in Loopback.connect(fixture.address.port) }
                defer { for descriptor in halves { close(descriptor) } }
                for descriptor in halves { Loopback.write(descriptor, [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F]) }
                try await fixture.eventually("all but those within the bound are ended") {
                    let open = halves.filter { !Loopback.isEnded($0) }.count
                    return open <= HandshakeBounds<Int>.countMaxPerAddress
                }
                let reply = try await client.call(Echo(text: "beside"), .own(timeoutMs: 30_000))
                #expect(reply.text == "beside")
                let second = fixture.farBus("second")
                try await fixture.beside([second]) {
                    try await fixture.eventually("a new process comes in") { await second.echo("x") != nil }
                }
            }
        }
    }
}
