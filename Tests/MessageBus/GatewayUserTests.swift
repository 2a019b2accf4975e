import Broker
import ContractDocuments
import Contracts
import Foundation
import MessageBus
import ServiceKit
import TestSupport
import Testing

/// Tests the permissions of a gateway that runs as a separate user on the broker's host.
@Suite(.timeLimit(.minutes(5)))
struct GatewayUserTests {
    private struct Operate: Contract {
        typealias Reply = Empty

        static let method = Method("echo.operator.run", of: Echo.service, .read, .operator)
    }

    /// The user `nobody`, which every Debian system has.
    private static let user: UInt32 = 65_534

    @Test(.enabled(if: getuid() == 0, "Only root can start a process of another user."))
    func `the gateway's user calls services for users, but is no operator and offers no service`() async throws {
        try await BusFixture.run(gatewayUser: Self.user) { fixture in
            let worker = fixture.bus("worker")
            worker.serve(
                Echo.service,
                capacity: 4,
                [
                    .inline(Echo.self) { echo, _ in Echo.Reply(text: echo.text, instance: "worker") },
                    .inline(EchoUser.self) { echo, _ in Echo.Reply(text: echo.text, instance: "worker") },
                    .inline(Operate.self) { _, _ in Empty() },
                ]
            )
            try await fixture.withClient([worker]) { _ in
                let arguments = [fixture.requestsEndpoint, "\(Self.user)"]
                let (status, output) = try await PythonPeer.run("gateway_user_peer.py", arguments)
                #expect(status == 0, "\(output)")
            }
        }
    }
}

/// Tests methods for the operator of the stack.
@Suite(.timeLimit(.minutes(5)))
struct OperatorTests {
    @Test func `the broker reserves exactly the methods with the operator's access for the operator`() {
        for method in KnownMethods.all {
            #expect(API.isForOperator(method.name) == (method.access == .operator), "\(method.name)")
        }
    }
}

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
