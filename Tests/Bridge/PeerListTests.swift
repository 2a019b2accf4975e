import Bridge
import Contracts
import Foundation
import MessageBus
import ServiceKit
import TestSupport
import Testing

/// Changes of the list of peers while bridges are connected.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PeerListTests {
    @Test func `changed permissions take effect while the bridge stays connected`() async throws {
        try await BridgeFixture.run(allowing: PeerPolicy.Peer(name: "far", calls: ["echo"])) { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.whileRunning([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                try fixture.allow([PeerPolicy.Peer(name: "far", calls: ["profile"])])
                try await fixture.eventually("calls are forbidden") { try await Self.isForbidden(client) }
                try fixture.allow([PeerPolicy.Peer(name: "far", calls: ["echo"])])
                try await fixture.eventually("calls are allowed again") { await client.echo("x") != nil }
                #expect(!fixture.log.contains("the far bridge cannot be reached"))
                #expect(!fixture.log.contains("their key was removed"))
            }
        }
    }

    @Test(arguments: [false, true])
    func `an unreadable list leaves the previous one in effect`(isDirectory: Bool) async throws {
        try await BridgeFixture.run(allowing: PeerPolicy.Peer(name: "far", calls: ["echo"])) { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.whileRunning([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                let list = fixture.near.peerPolicy
                if isDirectory {
                    // Not even root can read it.
                    try FileManager.default.removeItem(atPath: list)
                    try FileManager.default.createDirectory(atPath: list, withIntermediateDirectories: false)
                } else {
                    try Data("{\"peers\": [".utf8).write(to: URL(filePath: list), options: .atomic)
                }
                // The broker and the bridge each log it.
                try await fixture.eventually("both log it") {
                    fixture.log.count(of: "the list of peers stays as it was") >= 2
                }
                let reply = try await client.call(BridgedEcho(text: "still"), .own(timeoutMs: 30_000))
                #expect(reply.text == "still")
                let second = fixture.farBus("second")
                try await fixture.whileRunning([second]) {
                    try await fixture.eventually("new connections are accepted") { await second.echo("x") != nil }
                }
                if isDirectory { try FileManager.default.removeItem(atPath: list) }
                try fixture.allow([])
                try await fixture.eventually("a readable list takes effect") { !fixture.isOffered }
            }
        }
    }

    private static func isForbidden(_ client: MessageBus) async throws -> Bool {
        do {
            _ = try await client.call(BridgedEcho(text: "x"), .own(timeoutMs: 30_000))
            return false
        } catch {
            return error.code == .forbidden
        }
    }
}
