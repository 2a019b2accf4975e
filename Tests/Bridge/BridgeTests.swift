import Bridge
import Contracts
import Foundation
import MessageBus
import Observability
import ServiceKit
import TestSupport
import Testing
import ZMTP

#if canImport(Glibc)
import Glibc
#endif

/// A broker and two bridges over loopback TCP.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BridgeTests {
    @Test func `two bridges connect clients and workers of another host`() async throws {
        try await BridgeFixture.run { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.farBus("w").servingEcho(as: "w"))
            let own = fixture.nearBus("own")
            try await fixture.whileRunning([client, worker, own]) {
                for bus in [client, own] {
                    for length in [0, 1, 200, 5_000, 900_000] {
                        let text = String(repeating: "ї", count: length / 2)
                        let reply = try await bus.call(BridgedEcho(text: text), .own(timeoutMs: 30_000))
                        #expect(reply == BridgedEcho.Reply(text: text, instance: "w"))
                    }
                }
            }
        }
    }

    @Test func `concurrent calls through two bridges each get their own answer`() async throws {
        try await BridgeFixture.run { fixture in
            let worker = fixture.farBus("w").servingEcho(as: "w")
            let client = fixture.farBus("client")
            try await fixture.whileRunning([worker, client]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<500 {
                        group.addTask {
                            // Together they exceed one credit window.
                            let text = "\(number) " + String(repeating: "x", count: number * 40)
                            let reply = try await client.call(BridgedEcho(text: text), .own(timeoutMs: 30_000))
                            #expect(reply.text == text)
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test func `events and subscriptions pass in both directions`() async throws {
        let peer = PeerPolicy.Peer(name: "far", offers: ["diary"], calls: ["profile"])
        try await BridgeFixture.run(allowing: peer) { fixture in
            let (far, own) = (fixture.farBus("far"), fixture.nearBus("own"))
            let heard = far.subscribe(["profile.beacon", "diary.beacon"], keeping: 8)
            let ownHeard = own.subscribe(["diary.beacon"], keeping: 8)
            try await fixture.whileRunning([far, own]) {
                let publishing = [
                    own.publishing("from near", on: "profile.beacon"), far.publishing("from far", on: "diary.beacon"),
                ]
                defer { for task in publishing { task.cancel() } }
                for await payload in heard.prefix(2) { #expect(payload == Array("from near".utf8)) }
                for await payload in ownHeard.prefix(2) { #expect(payload == Array("from far".utf8)) }
            }
        }
    }

    @Test func `the far bridge's key has only the permissions in the list of peers`() async throws {
        try await BridgeFixture.run(allowing: PeerPolicy.Peer(name: "far", offers: [], calls: [])) { fixture in
            let client = fixture.farBus("client")
            let intruder = fixture.farBus("intruder").servingEcho(as: "intruder")
            let (own, worker) = (fixture.nearBus("own"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.whileRunning([client, intruder, own, worker]) {
                try await fixture.eventually("the worker is there") { await own.echo("x") != nil }
                for _ in 0..<20 { #expect(await own.echo("x")?.instance == "w") }
                let error = await #expect(throws: ServiceError.self) {
                    _ = try await client.call(BridgedEcho(text: "x"), .own(timeoutMs: 30_000))
                }
                #expect(error?.code == .forbidden)
                let status = await #expect(throws: ServiceError.self) {
                    _ = try await client.call(
                        BrokerStatus.method,
                        BrokerStatus(),
                        .own(timeoutMs: 30_000),
                        as: BrokerStatus.Reply.self
                    )
                }
                #expect(status?.code == .forbidden)
            }
        }
    }

    @Test func `an unknown key is refused until it is listed, and disconnected when it is removed`() async throws {
        try await BridgeFixture.run(allowing: nil) { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.whileRunning([client, worker]) {
                let error = await #expect(throws: ServiceError.self) {
                    _ = try await client.call(BridgedEcho(text: "x"), .own(timeoutMs: 1_000))
                }
                #expect(error?.code == .unavailable || error?.code == .deadlineExceeded)
                #expect(!fixture.isOffered)
                try fixture.allow([PeerPolicy.Peer(name: "far", calls: ["echo"])])
                try await fixture.eventually("the key is accepted") { await client.echo("x") != nil }
                try fixture.allow([])
                try await fixture.eventually("the sockets are removed") { !fixture.isOffered }
                #expect(await client.echo("x") == nil)
            }
        }
    }

    @Test func `removing a key ends its own connections and no others`() async throws {
        try await BridgeFixture.run { fixture in
            let other = try BridgeFixture()
            defer { other.remove() }
            let first = PeerPolicy.Peer(name: "far", offers: [], calls: ["echo"])
            var second = PeerPolicy.Peer(name: "other", offers: [], calls: ["echo"])
            second.key = "\(other.farKeys.publicKey)"
            try fixture.allow([first, second])
            let otherBridge = other.startFarBridge(to: fixture.address, expecting: fixture.nearKeys.publicKey)
            let (client, kept) = (fixture.farBus("client"), other.farBus("kept"))
            try await fixture.whileRunning([client, kept, fixture.nearBus("w").servingEcho(as: "w")]) {
                try await fixture.eventually("both keys are accepted") {
                    let answers = await (client.echo("x"), kept.echo("x"))
                    return answers.0 != nil && answers.1 != nil
                }
                try fixture.allow([second])
                try await fixture.eventually("the removed key is disconnected") {
                    // This call fails if its connection is lost.
                    let reply = try await kept.call(BridgedEcho(text: "kept"), .own(timeoutMs: 30_000))
                    #expect(reply.text == "kept")
                    return !fixture.isOffered
                }
                #expect(other.isOffered)
            }
            await otherBridge.end()
        }
    }

    @Test func `a far bridge does not connect to a bridge with an unexpected key`() async throws {
        try await BridgeFixture.run { fixture in
            let other = try BridgeFixture()
            defer { other.remove() }
            let deceived = other.startFarBridge(to: fixture.address, expecting: CurveKeyPair.make().publicKey)
            // A far bridge that expects the right key connects to the same bridge.
            try await fixture.eventually("the bridge with the right key connects") { fixture.isOffered }
            try await other.logged("the handshake failed")
            #expect(!other.isOffered)
            await deceived.end()
        }
    }

    @Test func `sockets exist on the far host only while the broker can be reached`() async throws {
        let fixture = try BridgeFixture()
        defer { fixture.remove() }
        try fixture.allow([PeerPolicy.Peer(name: "far", offers: [], calls: ["echo"])])
        let far = fixture.startFarBridge()
        var (broker, near) = (fixture.startBroker(), fixture.startNearBridge())
        try await fixture.eventually("the broker is offered") { fixture.isOffered }
        await broker.end()
        try await fixture.eventually("the broker is gone") { !fixture.isOffered }
        broker = fixture.startBroker()
        try await fixture.eventually("the broker is back") { fixture.isOffered }
        await near.end()
        try await fixture.eventually("the bridge is gone") { !fixture.isOffered }
        near = fixture.startNearBridge()
        try await fixture.eventually("the bridge is back") { fixture.isOffered }
        for running in [far, near, broker] { await running.end() }
    }

    @Test func `sockets of a broker on the far host are not replaced`() async throws {
        let fixture = try BridgeFixture()
        defer { fixture.remove() }
        try fixture.allow([PeerPolicy.Peer(name: "far", offers: [], calls: ["echo"])])
        try Data("a broker's".utf8).write(to: URL(filePath: fixture.far.sockets(ofBroker: 1)[0]))
        let lock = open(fixture.far.brokerLock(1), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(flock(lock, LOCK_EX) == 0)
        let running = [fixture.startBroker(), fixture.startNearBridge(), fixture.startFarBridge()]
        try await fixture.logged("the far bridge is reached")
        #expect(try Data(contentsOf: URL(filePath: fixture.far.sockets(ofBroker: 1)[0])) == Data("a broker's".utf8))
        #expect(!fixture.log.contains("a far broker can be reached"))
        close(lock)
        let client = fixture.farBus("client")
        try await fixture.whileRunning([client, fixture.nearBus("w").servingEcho(as: "w")]) {
            try await fixture.eventually("the number is free") { await client.echo("x") != nil }
        }
        for one in running.reversed() { await one.end() }
    }

    @Test func `a process that does not read delays no other and uses bounded memory`() async throws {
        let peer = PeerPolicy.Peer(name: "far", calls: ["echo", "profile"])
        try await BridgeFixture.run(allowing: peer) { fixture in
            let (client, own) = (fixture.farBus("client"), fixture.nearBus("own").servingEcho(as: "own"))
            try await fixture.whileRunning([client, own]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                let slow = try await RawProcess.connected(
                    to: fixture.far.endpoints(ofBroker: 1).subscribe,
                    .sub
                )
                try await fixture.eventually("the handshake is done") {
                    try slow.read()
                    return slow.isOpen
                }
                slow.send([[1] + Array("profile.beacon".utf8)])
                let publishing = own.publishing(String(repeating: "x", count: 60_000), on: "profile.beacon")
                defer { publishing.cancel() }
                // One connection may hold a window, and the data in the sockets of both hosts.
                let held = Double(RelayChannel.windowFirst)
                try await fixture.eventually("the window is used up") {
                    fixture.metric(.bridgeSentBytes, by: ["far"]) > held
                }
                for number in 0..<200 {
                    let reply = try await client.call(BridgedEcho(text: "\(number)"), .own(timeoutMs: 30_000))
                    #expect(reply.text == "\(number)")
                }
                let bound = Double(2 * RelayChannel.windowMax) + 1_000_000
                #expect(fixture.metric(.bridgeSentBytes, by: ["far"]) < bound)
                #expect(fixture.metric(.bridgeCreditBytes) < 16 * Double(RelayChannel.windowMax))
                try await fixture.eventually("events arrive as soon as it reads") { try slow.read() > 0 }
                #expect(!slow.hasEnded)
            }
        }
    }

    @Test func `processes beyond a key's connection limit are refused and the others stay connected`() async throws {
        try await BridgeFixture.run { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.whileRunning([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                let endpoint = fixture.far.endpoints(ofBroker: 1).requests
                var processes: [RawProcess] = []
                for _ in 0..<PeerPolicy.connectionsPerKeyMax {
                    processes.append(try await RawProcess.connected(to: endpoint, .dealer))
                }
                try await fixture.eventually("all but one are accepted") {
                    for process in processes { try process.read() }
                    return processes.count(where: \.isOpen) == processes.count - 1
                        && processes.count(where: \.hasEnded) == 1
                }
                try await fixture.logged("have the maximum number of connections to one endpoint")
                #expect(fixture.metric(.bridgeRefused, by: ["limit"]) >= 1)
                let reply = try await client.call(BridgedEcho(text: "x"), .own(timeoutMs: 30_000))
                #expect(reply.text == "x")
            }
        }
    }

    @Test func `processes of another user are refused, and many of them cause few log lines`() async throws {
        let fixture = try BridgeFixture()
        defer { fixture.remove() }
        try fixture.allow([PeerPolicy.Peer(name: "far", calls: ["echo"])])
        let other = getuid() + 1
        let running = [fixture.startBroker(), fixture.startNearBridge(), fixture.startFarBridge(localUsers: [other])]
        try await fixture.eventually("the broker is offered") { fixture.isOffered }
        let begin = ContinuousClock.now
        for _ in 0..<300 {
            let process = try await RawProcess.connected(to: fixture.far.endpoints(ofBroker: 1).requests, .dealer)
            try await fixture.eventually("the process is refused") {
                try process.read()
                return process.hasEnded
            }
        }
        let line = "user \(getuid()) of this host may not connect"
        try await fixture.logged(line)
        try await fixture.eventually("all are counted") { fixture.metric(.bridgeRefused, by: ["user"]) == 300 }
        let seconds = Int((ContinuousClock.now - begin) / .seconds(1))
        #expect(fixture.log.count(of: line) <= seconds + 2)
        for one in running.reversed() { await one.end() }
    }

    @Test func `metrics show connections, bytes and credit by far bridge`() async throws {
        try await BridgeFixture.run { fixture in
            let (client, worker) = (fixture.farBus("client"), fixture.nearBus("w").servingEcho(as: "w"))
            try await fixture.whileRunning([client, worker]) {
                try await fixture.eventually("the worker is there") { await client.echo("x") != nil }
                let text = String(repeating: "x", count: 50_000)
                let reply = try await client.call(BridgedEcho(text: text), .own(timeoutMs: 30_000))
                #expect(reply.text == text)
                // The near bridge uses the name in the list as label, and the far one uses the address.
                for peer in ["far", "\(fixture.address)"] {
                    try await fixture.eventually("the metrics of \(peer)") {
                        fixture.metric(.bridgeConnections, by: [peer, "requests"]) == 1
                            && fixture.metric(.bridgeConnections, by: [peer, "presence"]) == 1
                            && fixture.metric(.bridgeSentBytes, by: [peer]) > 50_000
                            && fixture.metric(.bridgeReceivedBytes, by: [peer]) > 50_000
                            && fixture.metric(.bridgeCreditBytes, by: [peer]) > 0
                    }
                }
                #expect(fixture.metric(.bridgeUnfinished) == 0)
                #expect(fixture.metric(.bridgeGaps) == 0)
            }
        }
    }
}
