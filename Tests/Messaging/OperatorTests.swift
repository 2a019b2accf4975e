import Broker
import Contracts
import Messaging
import ServiceKit
import Testing

/// Methods for who runs the set: a peer with rights of its own has none to these, whatever services it may call.
@Suite(.timeLimit(.minutes(1)))
struct OperatorTests {
    private struct Operate: Contract {
        typealias Reply = Empty

        static let method = Method("echo.operator.run", of: ServiceName(rawValue: "echo"), .read, .operator)
    }

    @Test func `the name of a method tells whether it is for who runs the set`() {
        for method in KnownMethods.all {
            #expect(Method.isForOperator(method.name) == (method.access == .operator), "\(method.name)")
        }
    }

    @Test(arguments: [true, false])
    func `the broker's own user is answered, a listed peer is not, though it may call and speak for users`(
        isLimited: Bool
    ) async throws {
        let keys = CurveKeyPair.make()
        // A list may name all services, and still its peer is no operator.
        let peer = PeerPolicy.Peer(
            name: "client",
            key: "\(keys.publicKey)",
            offers: isLimited ? [] : [PeerPolicy.Peer.allServices],
            calls: isLimited ? ["echo"] : [PeerPolicy.Peer.allServices],
            speaksForUsers: true
        )
        try await RemoteFixture.run(allowed: [peer]) { remote in
            let (client, own) = (try remote.bus("client", keys), remote.local.bus("own"))
            let worker = remote.local.bus("w")
            worker.serve(
                Operate.method.service,
                capacity: 1,
                [
                    .handle(Operate.self) { _, _ in Empty() },
                    .handle(Echo.self) { echo, _ in Echo.Reply(text: echo.text, instance: "w") },
                ]
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                for bus in [client, own, worker] { group.addTask { try await bus.run() } }
                defer { group.cancelAll() }
                _ = try await own.call(Operate(), .own())
                _ = try await client.call(Echo(text: "x"), .own())
                let error = await #expect(throws: ServiceError.self) { _ = try await client.call(Operate(), .own()) }
                #expect(error?.code == .forbidden)
                let principal = Principal(user: .make(), roles: [.admin], session: .make())
                let asUser = await #expect(throws: ServiceError.self) {
                    _ = try await own.call(Operate(), .own(principal: principal))
                }
                #expect(asUser?.code == .forbidden)
            }
        }
    }
}
