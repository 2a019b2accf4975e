import Bridge
import Contracts
import MessageBus
import ServiceKit
import TestSupport
import Testing

/// Peers of the Majordomo Protocol on other hosts: libzmq, in Swift and in Python, over TCP and CURVE.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct MajordomoTests {
    @Test(arguments: [
        "two_of_version_2", "client_of_version_1_and_worker_of_version_2",
        "client_of_version_2_and_worker_of_version_1",
        "many_at_once_and_none_is_shed", "management", "disconnected_as_the_protocol_says", "junk_is_dropped",
        "a_departed_worker_passes_its_request_on", "an_answer_of_many_parts",
        "what_waited_is_handled_when_the_rest_has_expired", "unlisted_keys_are_refused",
    ])
    func `a bridge serves peers as the Majordomo Protocol specifies`(scenario: String) async throws {
        try await MajordomoFixture.run { fixture, _ in
            let (status, output) = try await Self.python(fixture, scenario)
            let log = fixture.host.log.lines.map(\.description).joined(separator: "\n")
            #expect(status == 0, "\(output)\n\(log)")
        }
    }

    @Test func `a service of Mealwire answers a peer in another language`() async throws {
        let peer = PeerPolicy.Peer(name: "far", calls: ["leaderboard"])
        try await MajordomoFixture.run(allowing: peer) { fixture, _ in
            try await fixture.host.whileRunning([Self.leaderboard(fixture)]) {
                let (status, output) = try await Self.python(fixture, "own_services_answer")
                #expect(status == 0, "\(output)")
            }
        }
    }

    @Test func `a key may call and offer only the services in the list of peers`() async throws {
        let peer = PeerPolicy.Peer(name: "far", offers: ["open"], calls: ["open", "leaderboard"])
        try await MajordomoFixture.run(allowing: peer) { fixture, _ in
            let other = CurveKeyPair.make()
            let hider = PeerPolicy.Peer(name: "hider", key: "\(other.publicKey)", offers: ["hidden"])
            try fixture.allow([peer, hider])
            try await fixture.host.whileRunning([Self.leaderboard(fixture)]) {
                let hidden = try await fixture.admittedSocket(keys: other)
                try hidden.send(MajordomoFrames.ready("hidden"))
                try hidden.send(MajordomoFrames.management("hidden"))
                #expect(try await hidden.next()?.last == Array("200".utf8))
                let (worker, client) = (try await fixture.worker("open"), try fixture.socket())
                try client.send(MajordomoFrames.request("open", [1]))
                let request = try #require(try await worker.next())
                try worker.send(MajordomoFrames.answer(to: request, [2]))
                #expect(try await client.next() == [Array("MDPC02".utf8), [3], Array("open".utf8), [2]])

                try client.send(MajordomoFrames.own("leaderboard", BridgedEcho.method.name, #"{"text":"x"}"#))
                #expect(String(decoding: try await client.next()?.last ?? [], as: UTF8.self).contains("x"))
                try client.send(MajordomoFrames.own("diary", "diary.day", "{}"))
                let refusal = try #require(try await client.next())
                #expect(refusal[2] == Array("diary".utf8))
                #expect(String(decoding: refusal[3], as: UTF8.self).contains("forbidden"))

                // No answer comes. The answer to the next request shows that the broker has read the first.
                try client.send(MajordomoFrames.request("hidden", [1]))
                try client.send(MajordomoFrames.management("hidden"))
                #expect(try await client.next()?.last == Array("404".utf8))
                #expect(try await hidden.next(within: .milliseconds(100)) == nil)

                let intruder = try fixture.socket()
                try intruder.send(MajordomoFrames.ready("hidden"))
                #expect(try await intruder.next() == MajordomoFrames.disconnect)
            }
        }
    }

    @Test func `an unknown key is refused until it is listed, and only it is disconnected when removed`() async throws {
        let kept = PeerPolicy.Peer(name: "kept", calls: ["any"])
        try await MajordomoFixture.run(allowing: kept) { fixture, _ in
            let keys = CurveKeyPair.make()
            let second = PeerPolicy.Peer(name: "second", key: "\(keys.publicKey)", calls: ["any"])
            let (unknown, client) = (try fixture.socket(keys: keys), try fixture.socket())
            try unknown.send(MajordomoFrames.management("any"))
            try await fixture.host.eventually("the key is refused") { try unknown.wasRefused() }
            #expect(try unknown.receive() == nil)

            try fixture.allow([kept, second])
            let known = try await fixture.admittedSocket(keys: keys)
            try client.send(MajordomoFrames.management("any"))
            #expect(try await client.next() != nil)
            try fixture.allow([kept])
            try await fixture.host.eventually("the removed key is disconnected") { try known.hasLostConnection() }
            #expect(try !client.hasLostConnection())
            try client.send(MajordomoFrames.management("any"))
            #expect(try await client.next() != nil)
        }
    }

    @Test func `a peer that exceeds its bound of unread data is disconnected and others are served`() async throws {
        try await MajordomoFixture.run { fixture, _ in
            let worker = try await fixture.worker("blob")
            let (slow, client) = (try fixture.socket(unreadMax: 1), try fixture.socket())
            // Together some 60 MB, which exceeds the buffers of the system, libzmq and the broker for one peer.
            let (blob, count) = ([UInt8](repeating: 7, count: 1_000_000), 60)
            for _ in 0..<count { try slow.send(MajordomoFrames.request("blob", [1])) }
            for _ in 0..<count {
                guard let request = try await worker.next(within: .seconds(2)) else { break }
                try worker.send(MajordomoFrames.answer(to: request, blob))
            }
            try client.send(MajordomoFrames.request("blob", [2]))
            while let request = try await worker.next() {
                try worker.send(MajordomoFrames.answer(to: request, request.last ?? []))
                if request.last == [2] { break }
            }
            #expect(try await client.next()?.last == [2])
            #expect(try !client.hasLostConnection())
            var read = 0
            while try await slow.next(within: .seconds(1)) != nil { read += 1 }
            #expect(read < count)
            try await fixture.host.eventually("the slow peer is disconnected") { try slow.hasLostConnection() }
        }
    }

    @Test func `a peer that sends more than the broker accepts is disconnected and others are served`() async throws {
        try await MajordomoFixture.run { fixture, _ in
            let worker = try await fixture.worker("busy")
            let (flood, client) = (try fixture.socket(), try fixture.socket())
            // The worker receives one request. The broker holds 4 MiB of the rest, and the bridge 8 MiB.
            let blob = [UInt8](repeating: 7, count: 1_000_000)
            for _ in 0..<64 { try flood.send(MajordomoFrames.request("busy", blob)) }
            try await fixture.host.eventually("the flood is ended") { try flood.hasLostConnection() }
            #expect(try await worker.next() != nil)
            try client.send(MajordomoFrames.management("busy"))
            #expect(try await client.next()?.last == Array("200".utf8))
            #expect(try !client.hasLostConnection())
        }
    }

    @Test func `a peer with a message of too many bytes is disconnected and others are served`() async throws {
        try await MajordomoFixture.run { fixture, _ in
            let (endless, client) = (try fixture.socket(), try fixture.socket())
            try endless.send(Array(repeating: [UInt8](repeating: 7, count: 1_000_000), count: 60))
            try await fixture.host.eventually("the connection is ended") { try endless.hasLostConnection() }
            try client.send(MajordomoFrames.management("any"))
            #expect(try await client.next() != nil)
        }
    }

    @Test func `peers of other hosts continue after a restart of the bridge`() async throws {
        try await MajordomoFixture.run { fixture, bridge in
            let (client, worker) = (try fixture.socket(), try await fixture.worker("echo2"))
            await bridge.end()
            try await fixture.host.eventually("the client is disconnected") { try client.hasLostConnection() }
            let second = fixture.startBridge()
            try await fixture.host.eventually("a call is answered") {
                // A plain worker registers again after a time without heartbeats.
                try worker.send(MajordomoFrames.ready("echo2"))
                try client.send(MajordomoFrames.request("echo2", [1]))
                guard let request = try await worker.next(within: .milliseconds(300)), request.count == 5 else {
                    return false
                }
                try worker.send(MajordomoFrames.answer(to: request, request.last ?? []))
                return try await client.next(within: .seconds(1)) != nil
            }
            await second.end()
        }
    }

    @Test func `bytes count as unfinished until a message is whole, and heartbeats do not`() {
        var unfinished = UnfinishedMessages()
        let limit = UInt64(UnfinishedMessages.bytesMax)
        let first = [limit, limit + 2_000].map { unfinished.update(1, received: $0) }
        #expect(first == [false, true])
        // Regardless of the bytes between two checks, a message was complete.
        unfinished.recordMessage(1)
        let afterMessage = [3 * limit, 4 * limit, 4 * limit + 2_000].map { unfinished.update(1, received: $0) }
        #expect(afterMessage == [false, false, true])
        // A PING and its PONG between two checks.
        let idle = (0...(limit / 100)).contains { unfinished.update(2, received: $0 * 100) }
        #expect(!idle)
        // Another connection with the same descriptor begins at zero.
        unfinished.remove(1)
        let anew = unfinished.update(1, received: limit)
        #expect(!anew)
    }

    private static func python(_ fixture: MajordomoFixture, _ scenario: String) async throws -> (Int32, String) {
        let keys = ["\(fixture.host.nearKeys.publicKey)", "\(fixture.keys.publicKey)", fixture.keys.secretText]
        return try await PythonPeer.run("majordomo_peer.py", [fixture.endpoint, scenario] + keys)
    }

    /// Returns the bus of a process of this host that offers a service of Mealwire.
    private static func leaderboard(_ fixture: MajordomoFixture) -> MessageBus {
        let bus = fixture.host.nearBus("leaderboard")
        bus.serve(
            .leaderboard,
            capacity: 4,
            [.inline(BridgedEcho.self) { request, _ in BridgedEcho.Reply(text: request.text, instance: "near") }]
        )
        return bus
    }
}
