import Bridge
import Broker
import Contracts
import MessageBus
import ServiceKit
import Testing

/// The permissions of a key's holder that connects through a bridge.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct KeyRightsTests {
    private struct Operate: Contract {
        typealias Reply = Empty

        static let method = Method("echo.operator.run", of: BridgedEcho.service, .read, .operator)
    }

    private struct BulkEcho: Contract {
        typealias Reply = BridgedEcho.Reply

        static let method = Method("echo.bulk", of: ServiceName(rawValue: "echo-bulk"), .read, .anyone)

        var text: String
    }

    private struct EchoUser: Contract {
        typealias Reply = BridgedEcho.Reply

        static let method = Method("echo.user", of: BridgedEcho.service, .read, .user)

        var text: String
    }

    @Test func `a peer without a list of calls may call no service`() async throws {
        try await BridgeFixture.run(allowing: PeerPolicy.Peer(name: "client")) { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.whileRunning([client, worker]) {
                let error = await #expect(throws: ServiceError.self) {
                    _ = try await client.call(BridgedEcho(text: "x"), .own(timeoutMs: 30_000))
                }
                #expect(error?.code == .forbidden)
            }
        }
    }

    @Test(arguments: [true, false])
    func `a listed peer may not call operator methods, even with permission for all services and users`(
        isLimited: Bool
    ) async throws {
        // Permission for all services does not make a peer an operator.
        let peer = PeerPolicy.Peer(
            name: "client",
            offers: isLimited ? [] : [PeerPolicy.Peer.allServices],
            calls: isLimited ? ["echo"] : [PeerPolicy.Peer.allServices],
            speaksForUsers: true
        )
        try await BridgeFixture.run(allowing: peer) { fixture in
            let (client, own, worker) = (fixture.farBus("client"), fixture.nearBus("own"), fixture.nearBus("w"))
            worker.serve(
                BridgedEcho.service,
                capacity: 1,
                [
                    .handle(Operate.self) { _, _ in Empty() },
                    .handle(BridgedEcho.self) { echo, _ in BridgedEcho.Reply(text: echo.text, instance: "w") },
                ]
            )
            try await fixture.whileRunning([client, own, worker]) {
                _ = try await own.call(Operate(), .own(timeoutMs: 30_000))
                _ = try await client.call(BridgedEcho(text: "x"), .own(timeoutMs: 30_000))
                let error = await #expect(throws: ServiceError.self) {
                    _ = try await client.call(Operate(), .own(timeoutMs: 30_000))
                }
                #expect(error?.code == .forbidden)
                let principal = Principal(user: .make(), roles: [.admin], session: .make())
                let asUser = await #expect(throws: ServiceError.self) {
                    _ = try await own.call(Operate(), .own(principal: principal))
                }
                #expect(asUser?.code == .forbidden)
            }
        }
    }

    @Test func `a peer may not call a method of another service of the same process`() async throws {
        try await BridgeFixture.run(allowing: PeerPolicy.Peer(name: "client", offers: [], calls: ["echo"])) { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            let bulk = Endpoint.handle(BulkEcho.self) { bulk, _ in BridgedEcho.Reply(text: bulk.text, instance: "w") }
            worker.serve(BulkEcho.method.service, capacity: 1, [bulk])
            try await fixture.whileRunning([client, worker]) {
                let allowed = try await client.call(BridgedEcho(text: "x"), .own(timeoutMs: 30_000))
                #expect(allowed.text == "x")
                let refused = await #expect(throws: ServiceError.self) {
                    try await client.call(BulkEcho(text: "x"), .own(timeoutMs: 30_000))
                }
                #expect(refused?.code == .forbidden)
                let payload = try PayloadCoder.encode(BulkEcho(text: "x"))
                let wrong = Method(BulkEcho.method.name, of: BridgedEcho.service, .read, .anyone)
                let unknown = await #expect(throws: ServiceError.self) {
                    try await client.forward(wrong, payload: payload, .own(timeoutMs: 30_000))
                }
                #expect(unknown?.code == .unknownMethod)
            }
        }
    }

    @Test(arguments: [true, false])
    func `a peer calls on behalf of a user only with permission`(isAllowed: Bool) async throws {
        let peer = PeerPolicy.Peer(name: "client", calls: ["echo"], speaksForUsers: isAllowed)
        try await BridgeFixture.run(allowing: peer) { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w"))
            let answer = Endpoint.handle(EchoUser.self) { request, context in
                BridgedEcho.Reply(text: "\(request.text) for \(try context.user())", instance: "w")
            }
            worker.serve(BridgedEcho.service, capacity: 1, [answer])
            let principal = Principal(user: .make(), roles: [.user], session: .make())
            try await fixture.whileRunning([client, worker]) {
                let call = {
                    try await client.call(EchoUser(text: "x"), .own(principal: principal, timeoutMs: 30_000))
                }
                if isAllowed {
                    let reply = try await call()
                    #expect(reply.text == "x for \(principal.user)")
                } else {
                    let error = await #expect(throws: ServiceError.self) { _ = try await call() }
                    #expect(error?.code == .forbidden)
                }
            }
        }
    }

    @Test func `a peer receives only the beacons of its services, and publishes for no other`() async throws {
        try await BridgeFixture.run(allowing: PeerPolicy.Peer(name: "client", calls: ["diary"])) { fixture in
            let (client, own) = (fixture.farBus("client"), fixture.nearBus("own"))
            let topics = ["event.account.created", "profile.beacon", "diary.beacon"]
            let heard = client.subscribe(topics, keeping: 8)
            let ownHeard = own.subscribe(["event.account.created", "diary.beacon"], keeping: 64)
            try await fixture.whileRunning([client, own]) {
                let publishing = Task {
                    while !Task.isCancelled {
                        for topic in topics {
                            own.publish(topic, Array(topic.utf8))
                            client.publish(topic, Array("forged".utf8))
                        }
                        await own.checkLiveness()
                        await client.checkLiveness()
                    }
                }
                defer { publishing.cancel() }
                var texts: [String] = []
                for await payload in heard.prefix(3) { texts.append(String(decoding: payload, as: UTF8.self)) }
                #expect(texts == ["diary.beacon", "diary.beacon", "diary.beacon"])
                var all: Set<String> = []
                for await payload in ownHeard.prefix(30) { all.insert(String(decoding: payload, as: UTF8.self)) }
                #expect(all == ["event.account.created", "diary.beacon"])
            }
        }
    }
}
