import Broker
import Contracts
import Messaging
import PythonPeers
import ServiceKit
import Testing

/// Processes of other hosts, which are known by their keys.
@Suite(.timeLimit(.minutes(1)))
struct CurveTests {
    private let keys = (client: CurveKeyPair.make(), worker: CurveKeyPair.make())

    private static func peer(
        _ name: String,
        _ keys: CurveKeyPair,
        offers: [String] = [],
        calls: [String] = [],
        speaksForUsers: Bool? = nil
    ) -> PeerPolicy.Peer {
        PeerPolicy.Peer(
            name: name,
            key: "\(keys.publicKey)",
            offers: offers,
            calls: calls,
            speaksForUsers: speaksForUsers
        )
    }

    /// Runs buses until the body is done.
    private static func beside(
        _ buses: [MessageBus],
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for bus in buses { group.addTask { try await bus.run() } }
            defer { group.cancelAll() }
            try await body()
        }
    }

    private static func error(_ call: () async throws -> some Sendable) async -> ServiceError? {
        do {
            let reply = try await call()
            Issue.record("answered: \(reply)")
            return nil
        } catch {
            return error as? ServiceError
        }
    }

    @Test func `keys are read and shown as other implementations do`() {
        // The pair of the manual page zmq_curve(7).
        let pair = CurveKeyPair(secretText: "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs")
        #expect(pair?.publicKey.description == "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID")
        #expect(CurveKey("Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID") == pair?.publicKey)
        #expect(CurveKey("too short") == nil)
        #expect(CurveKey(String(repeating: "#", count: 40)) == nil, "85 to the fifth is more than 32 bits hold")
    }

    @Test func `client and worker on other hosts reach each other with keys`() async throws {
        let allowed = [
            Self.peer("client", keys.client, calls: ["echo"], speaksForUsers: true),
            Self.peer("worker", keys.worker, offers: ["echo"]),
        ]
        try await RemoteFixture.run(allowed: allowed) { [keys] remote in
            let client = try remote.bus("client", keys.client)
            try await Self.beside([client, try remote.bus("w", keys.worker).servingEcho(as: "w")]) {
                for length in [0, 1, 200, 5_000, 900_000] {
                    let text = String(repeating: "ї", count: length / 2)
                    let reply = try await client.call(Echo(text: text), .own())
                    #expect(reply.text == text)
                }
                let principal = Principal(user: .make(), roles: [.user], session: .make())
                let reply = try await client.call(EchoUser(text: "x"), .own(principal: principal))
                #expect(reply.text == "x for \(principal.user)")
            }
        }
    }

    @Test func `many calls at once over a connection with keys each get their own answer`() async throws {
        try await RemoteFixture.run(allowed: [Self.peer("worker", keys.worker, offers: ["echo"])]) { [keys] remote in
            let worker = try remote.bus("w", keys.worker).servingEcho(as: "w")
            try await remote.local.withClient([worker]) { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<500 {
                        group.addTask {
                            let reply = try await client.call(Echo(text: "\(number)"), .own())
                            #expect(reply.text == "\(number)")
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func `a key that is not listed gets nothing until it is and nothing any more when it is taken off`()
        async throws
    {
        try await RemoteFixture.run { [keys] remote in
            let client = try remote.bus("client", keys.client)
            try await Self.beside([client, remote.local.bus("w").servingEcho(as: "w")]) {
                let call = { try await client.call(Echo(text: "x"), .own(timeoutMs: 3_000)) }
                let before = await Self.error(call)
                #expect(before?.code == .unavailable || before?.code == .deadlineExceeded)
                try remote.allow([Self.peer("client", keys.client, calls: ["echo"])])
                while (try? await call()) == nil {}
                try remote.allow([])
                while (try? await call()) != nil {}
            }
        }
    }

    @Test func `a client does not talk to a broker with another key than it expects`() async throws {
        try await RemoteFixture.run(allowed: [Self.peer("client", keys.client, calls: ["echo"])]) { [keys] remote in
            let deceived = try remote.bus("deceived", keys.client, server: CurveKeyPair.make().publicKey)
            let client = try remote.bus("client", keys.client)
            try await Self.beside([deceived, client, remote.local.bus("w").servingEcho(as: "w")]) {
                // The broker is there, and the same client's keys are good: only the key that is expected differs.
                let reply = try await client.call(Echo(text: "x"), .own())
                #expect(reply.text == "x")
                let error = await Self.error { try await deceived.call(Echo(text: "x"), .own()) }
                #expect(error?.code == .unavailable)
                #expect(error?.message == "The broker is away; try again in a moment.")
                #expect(!deceived.isServing)
            }
        }
    }

    @Test func `who has a key may do what the list says and no more`() async throws {
        let allowed = [
            Self.peer("client", keys.client, calls: ["echo"]), Self.peer("worker", keys.worker, offers: ["other"]),
        ]
        try await RemoteFixture.run(allowed: allowed) { [keys] remote in
            let client = try remote.bus("client", keys.client)
            let intruder = try remote.bus("intruder", keys.worker).servingEcho(as: "intruder")
            try await Self.beside([client, intruder, remote.local.bus("w").servingEcho(as: "w")]) {
                for _ in 0..<20 {
                    let reply = try await client.call(Echo(text: "x"), .own())
                    #expect(reply.instance == "w")
                }
                let principal = Principal(user: .make(), roles: [.admin], session: .make())
                let forUser = await Self.error {
                    try await client.call(EchoUser(text: "x"), .own(principal: principal))
                }
                #expect(forUser?.code == .forbidden)
                let status = await Self.error {
                    try await client.call(
                        BrokerStatus.method,
                        BrokerStatus(),
                        .own(),
                        as: BrokerStatus.Reply.self
                    )
                }
                #expect(status?.code == .forbidden)
            }
        }
    }

    @Test func `who may call a service hears its beacons and no events and publishes for nobody`() async throws {
        let allowed = [Self.peer("client", keys.client, calls: ["diary"])]
        try await RemoteFixture.run(allowed: allowed) { [keys] remote in
            let (client, own) = (try remote.bus("client", keys.client), remote.local.bus("own"))
            let heard = client.subscribe(["event.account.created", "profile.beacon", "diary.beacon"], keeping: 8)
            let ownHeard = own.subscribe(["event.account.created", "diary.beacon"], keeping: 64)
            try await Self.beside([client, own]) {
                let topics = ["event.account.created", "profile.beacon", "diary.beacon"]
                let publishing = own.publishing(topics.map { ($0, $0) })
                let forging = client.publishing(topics.map { ($0, "forged") })
                defer {
                    publishing.cancel()
                    forging.cancel()
                }
                var texts: [String] = []
                for await payload in heard.prefix(3) { texts.append(String(decoding: payload, as: UTF8.self)) }
                #expect(texts == ["diary.beacon", "diary.beacon", "diary.beacon"])
                var all: Set<String> = []
                for await payload in ownHeard.prefix(30) { all.insert(String(decoding: payload, as: UTF8.self)) }
                #expect(all == ["event.account.created", "diary.beacon"])
            }
        }
    }

    @Test func `libzmq reaches a worker with its keys and nothing without`() async throws {
        try await RemoteFixture.run(allowed: [Self.peer("client", keys.client, calls: ["echo"])]) { [keys] remote in
            let worker = remote.local.bus("w").servingEcho(as: "w")
            try await Self.beside([worker]) {
                let (status, output) = try await PythonPeer.run(
                    "curve_peer.py",
                    [
                        "\(remote.entrance.address)", "\(remote.entrance.keys.publicKey)",
                        "\(keys.client.publicKey)", keys.client.secretText,
                    ]
                )
                #expect(status == 0, "\(output)")
            }
        }
    }
}
