import Contracts
import Foundation
import Messaging
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
