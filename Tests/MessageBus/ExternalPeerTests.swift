import BrokerCore
import Contracts
import MessageBus
import Observability
import ServiceKit
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// Tests external peers: libzmq in Python, at the endpoint for external peers.
@Suite(.timeLimit(.minutes(5)))
struct ExternalPeerTests {
    @Test(arguments: [
        "two_of_version_2", "client_of_version_1_and_worker_of_version_2",
        "client_of_version_2_and_worker_of_version_1",
        "many_at_once_and_none_is_shed", "management", "disconnected_as_the_protocol_says", "junk_is_dropped",
        "a_departed_worker_passes_its_request_on", "an_answer_of_many_parts",
        "what_waited_is_handled_when_the_rest_has_expired", "pings_are_answered_while_a_client_is_paused",
        "a_peer_that_pings_and_never_reads_is_disconnected", "slow_readers_lose_connections_and_others_are_served",
    ])
    func `external peers are served as the Majordomo Protocol defines`(scenario: String) async throws {
        try await BusFixture.run { fixture in
            let (status, output) = try await Self.run(fixture.externalEndpoint, scenario)
            #expect(status == 0, "\(output)")
        }
    }

    @Test func `headers and payloads that are too large use no capacity`() async throws {
        try await BusFixture.run { fixture in
            let worker = fixture.bus("worker")
            worker.serve(
                .leaderboard,
                capacity: 4,
                [.inline(Echo.self) { request, _ in Echo.Reply(text: request.text, instance: "worker") }]
            )
            try await fixture.withClient([worker]) { _ in
                let scenario = "too_long_headers_do_not_displace_other_requests"
                let (status, output) = try await Self.run(fixture.externalEndpoint, scenario)
                #expect(status == 0, "\(output)")
            }
        }
    }

    @Test func `messages that a worker sent before it died are handled`() async throws {
        var limits = BrokerLimits()
        // Requests without a worker fail soon.
        limits.graceMs = 200
        try await BusFixture.run(limits: limits) { fixture in
            let scenario = "an_answer_of_a_worker_that_then_dies_is_delivered"
            let (status, output) = try await Self.run(fixture.requestsEndpoint, scenario)
            #expect(status == 0, "\(output)")
        }
    }

    @Test func `requests of external peers cause no shedding of Mealwire's own requests`() async throws {
        try await BusFixture.run { fixture in
            let worker = fixture.bus("worker").servingEcho(as: "worker")
            try await fixture.withClient([worker]) { client in
                let (status, output) = try await PythonPeer.run(
                    "majordomo_peer.py",
                    [fixture.externalEndpoint, "greedy_peers_use_their_bounds"],
                    whenItSays: "greedy"
                ) {
                    let text = String(repeating: "a", count: 50_000)
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for _ in 0..<50 {
                            group.addTask {
                                let reply = try await client.call(Echo(text: text), .own())
                                #expect(reply.text == text)
                            }
                        }
                        try await group.waitForAll()
                    }
                }
                #expect(status == 0, "\(output)")
            }
        }
    }

    /// Only root can run a process as another user.
    ///
    /// The checks before a merge run as root (`.ci/run`).
    private static let isRoot = ConditionTrait.enabled(if: getuid() == 0, "only root can become another user")

    @Test(isRoot)
    func `a process of another user is rejected at the endpoint of Mealwire's own processes`() async throws {
        try await BusFixture.run { fixture in
            let (status, output) = try await Self.run(fixture.requestsEndpoint, "another_user_is_refused")
            #expect(status == 0, "\(output)")
        }
    }

    /// This process is another user's from the view of such a broker; the kernel reports its true user.
    @Test func `a process of another user is rejected, unless the list of peers names its user`()
        async throws
    {
        let other = getuid() &+ 1
        try await BusFixture.run(ownUser: other) { fixture in
            let (status, output) = try await Self.run(fixture.requestsEndpoint, "this_user_is_refused")
            #expect(status == 0, "\(output)")
        }
        let peer = PeerPolicy.Peer(name: "tests", user: getuid(), offers: ["echo"], calls: ["echo"])
        try await BusFixture.run(allowed: [peer], ownUser: other) { fixture in
            try await fixture.withClient([fixture.bus("worker").servingEcho(as: "worker")]) { client in
                let reply = try await client.call(Echo(text: "x"), .own())
                #expect(reply.text == "x")
                let error = await #expect(throws: ServiceError.self) {
                    try await client.call(BrokerStatus.method, BrokerStatus(), .own(), as: BrokerStatus.Reply.self)
                }
                #expect(error?.code == .forbidden)
            }
        }
    }

    @Test(isRoot)
    func `a process of another user may connect if the list of peers names the user`() async throws {
        let nobody: UInt32 = 65_534
        try await BusFixture.run(allowed: [PeerPolicy.Peer(name: "nobody", user: nobody, offers: [])]) { fixture in
            let (status, output) = try await Self.run(fixture.requestsEndpoint, "a_listed_user_is_accepted")
            #expect(status == 0, "\(output)")
        }
    }

    /// Runs the Python peer through one scenario.
    private static func run(_ endpoint: String, _ scenario: String) async throws -> (Int32, String) {
        try await PythonPeer.run("majordomo_peer.py", [endpoint, scenario])
    }
}
