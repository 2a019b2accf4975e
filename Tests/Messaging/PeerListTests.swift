import Broker
import Contracts
import Foundation
import Messaging
import ServiceKit
import TestSupport
import Testing

/// Tests warnings about the list of peers.
@Suite(.timeLimit(.minutes(5)))
struct PeerListTests {
    @Test func `the broker warns at start about peers without lists of offers or calls`() async throws {
        let log = LogRecorder()
        let fixture = try BusFixture()
        defer { fixture.remove() }
        try fixture.allow([
            PeerPolicy.Peer(name: "box2", user: 1, offers: ["diary"]), PeerPolicy.Peer(name: "box3", user: 2),
            PeerPolicy.Peer(name: "box4", user: 3, offers: [], calls: [PeerPolicy.Peer.allServices]),
        ])
        let broker = fixture.broker(logger: log.logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await broker.runUntilCancelled() }
            try await eventually("the warning explains itself") { log.contains("[\"*\"]") }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(log.contains("box2 has no calls; box3 has no offers and no calls"))
        #expect(!log.contains("box4"))
    }
}
