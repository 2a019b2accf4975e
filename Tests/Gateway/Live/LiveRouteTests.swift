import Calendar
import Contracts
import Gateway
import HTTPServer
import TestSupport
import Testing

/// Event streams over real connections.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct LiveRouteTests {
    private static let anna = UserID.make()
    private static let benjamin = UserID.make()

    private static func hint(_ day: Int, _ version: Int = 1) -> LiveHint {
        LiveHint(kind: .day, date: PlainDate(dayNumber: 20_000 + day), version: version)
    }

    @Test func `a hint arrives as an event with an id, for its user only`() async throws {
        try await LiveServer.run { server in
            let (anna, benjamin) = (try await server.listen(Self.anna), try await server.listen(Self.benjamin))
            #expect(anna.status == 200)
            #expect(anna.headers["content-type"] == "text/event-stream")
            #expect(anna.headers["cache-control"] == "no-store")
            #expect(anna.headers["x-accel-buffering"] == "no")
            #expect(anna.messages.first?.comments == ["hello"])
            let resumeID = try #require(anna.lastID)
            server.hub.post([(Self.hint(1, 7), .user(Self.anna))])
            try await eventually("the hint arrives") {
                anna.read()
                return !anna.events.isEmpty
            }
            let event = try #require(anna.events.first)
            #expect(event.event == "hint")
            #expect(event.data == Self.day("2024-10-05", 7))
            #expect(event.id != resumeID)
            server.hub.post([(Self.hint(2), .user(Self.benjamin))])
            try await eventually("the hint for the other user arrives") {
                benjamin.read()
                return !benjamin.events.isEmpty
            }
            #expect(benjamin.events.map(\.data) == [Self.day("2024-10-06", 1)])
            anna.read()
            #expect(anna.events.count == 1)
        }
    }

    /// The text of a hint for a day, with the path to fetch it.
    private static func day(_ date: String, _ version: Int) -> String {
        #"{"kind":"day","date":"\#(date)","version":\#(version),"fetch":"/v1/diary/days/\#(date)"}"#
    }

    @Test func `a known last id resumes with the missed hints, an unknown one with a reset`() async throws {
        try await LiveServer.run { server in
            // The client disconnects at once; only the id that it received remains.
            let resumeID = try #require(try await server.listen(Self.anna).lastID)
            try await eventually("the stream has ended", is: 0) { server.hub.count }
            server.hub.post([(Self.hint(3), .user(Self.anna)), (Self.hint(4), .user(Self.benjamin))])
            let again = try await server.listen(Self.anna, after: resumeID)
            let unknown = try await server.listen(Self.anna, after: "elsewhere-1")
            try await eventually("both receive an event") {
                again.read()
                unknown.read()
                return !again.events.isEmpty && !unknown.events.isEmpty
            }
            #expect(again.events.map(\.data) == [Self.day("2024-10-07", 1)])
            #expect(unknown.events.map(\.event) == ["reset"])
            #expect(unknown.events.map(\.data) == ["{}"])
        }
    }

    @Test func `a heartbeat is sent when it is due, not before`() async throws {
        var limits = LiveLimits()
        limits.heartbeatNs = 600_000_000_000
        // The clock jumps in this test, perhaps during a write.
        limits.writeNsMax = .max
        try await LiveServer.run(limits) { server in
            let client = try await server.listen(Self.anna)
            let now = Deadline.monotonicNanoseconds()
            server.hub.runChecks(now: now + 300_000_000_000)
            server.hub.post([(Self.hint(1), .user(Self.anna))])
            try await eventually("the hint arrives") {
                client.read()
                return !client.events.isEmpty
            }
            #expect(client.messages.count == 2)
            server.hub.runChecks(now: now + 601_000_000_000)
            try await eventually("the heartbeat arrives") {
                client.read()
                return client.messages.count == 3
            }
            #expect(client.messages.last?.comments == [""])
        }
    }

    @Test func `a stream ends without further hints when access is lost`() async throws {
        try await LiveServer.run { server in
            let (anna, benjamin) = (try await server.listen(Self.anna), try await server.listen(Self.benjamin))
            server.refused.insert(Self.anna)
            server.hub.post([(Self.hint(1), .user(Self.anna))])
            try await eventually("the stream ends at the next hint") {
                anna.read()
                return anna.hasEnded
            }
            #expect(anna.events == [])
            server.refused.insert(Self.benjamin)
            server.hub.recheckAccess()
            try await eventually("the stream ends at the next check") {
                benjamin.read()
                return benjamin.hasEnded
            }
            try await eventually("the streams have ended", is: 0) { server.hub.count }
            let refused = try server.connect(Self.anna)
            try await eventually("a new stream is refused") {
                refused.read()
                return refused.status == 401
            }
        }
    }

    @Test func `a client that disconnects frees its stream`() async throws {
        try await LiveServer.run { server in
            var client: LiveClient? = try await server.listen(Self.anna)
            #expect(server.hub.count == 1)
            withExtendedLifetime(client) {}
            client = nil
            try await eventually("the stream has ended", is: 0) { server.hub.count }
        }
    }

    @Test func `streams are limited for each user and in all`() async throws {
        var limits = LiveLimits()
        (limits.perUserMax, limits.listenersMax) = (2, 3)
        try await LiveServer.run(limits) { server in
            let held = [try await server.listen(Self.anna), try await server.listen(Self.anna)]
            let third = try server.connect(Self.anna)
            try await eventually("one more is refused") {
                third.read()
                return third.status == 429
            }
            let other = try await server.listen(Self.benjamin)
            let fourth = try server.connect(Self.benjamin)
            try await eventually("one more of any user is refused") {
                fourth.read()
                return fourth.status == 503
            }
            withExtendedLifetime((held, other)) {}
        }
    }

    @Test func `a client that does not read is disconnected, others continue`() async throws {
        var limits = LiveLimits()
        limits.writeNsMax = 1_000_000_000
        try await LiveServer.run(limits) { server in
            let reader = try await server.listen(Self.benjamin)
            let idler = try server.connect(Self.anna, receiveBuffer: 4_096)
            try await eventually("both streams are open", is: 2) { server.hub.count }
            var version = 0
            // Without a pause, because many hints are necessary to fill the buffers.
            try await eventually("the idle client is disconnected", pause: .zero) {
                version += 1
                // Few enough not to become a reset.
                let hints = (0..<60).map { Self.hint($0, version) }
                server.hub.post(hints.map { ($0, .user(Self.anna)) })
                server.hub.post([(Self.hint(0, version), .user(Self.benjamin))])
                reader.read()
                return server.hub.count == 1
            }
            withExtendedLifetime(idler) {}
            server.hub.post([(LiveHint(kind: .cart, version: 1), .user(Self.benjamin))])
            try await eventually("the reader still receives hints") {
                reader.read()
                return reader.events.last?.data?.contains("cart") ?? false
            }
            #expect(!reader.isClosed)
        }
    }

    @Test func `a graceful shutdown ends all streams, even with a client that does not read`() async throws {
        var limits = LiveLimits()
        limits.stopMs = 500
        // No write times out, so a shutdown that waited for one would never end.
        limits.writeNsMax = .max
        var clients: [LiveClient] = []
        try await LiveServer.run(limits) { server in
            for user in [Self.anna, Self.benjamin] { clients.append(try await server.listen(user)) }
            let clara = UserID.make()
            let idler = try server.connect(clara, receiveBuffer: 4_096)
            try await eventually("all streams are open", is: 3) { server.hub.count }
            for version in 0..<3_000 {
                server.hub.post((0..<60).map { (Self.hint($0, version), .user(clara)) })
                await Task.yield()
            }
            await server.beginStop()
            try await eventually("the others' streams have ended") {
                for client in clients { client.read() }
                return clients.allSatisfy(\.hasEnded)
            }
            withExtendedLifetime(idler) {}
        }
    }

    @Test func `a hint reaches a thousand streams`() async throws {
        DescriptorLimit.raise()
        let users = (0..<125).map { _ in UserID.make() }
        try await LiveServer.run { server in
            var clients: [LiveClient] = []
            for user in users { for _ in 0..<8 { clients.append(try server.connect(user)) } }
            try await eventually("all streams are open") {
                for client in clients where client.messages.isEmpty { client.read() }
                return clients.allSatisfy { !$0.messages.isEmpty }
            }
            #expect(server.hub.count == 1_000)
            server.hub.post([(LiveHint(kind: .board, id: "streak", version: 1), .allUsers)])
            var waiting = clients
            try await eventually("all have received it") {
                waiting.removeAll { client in
                    client.read()
                    return !client.events.isEmpty
                }
                return waiting.isEmpty
            }
            clients = []
            try await eventually("all streams have ended", is: 0) { server.hub.count }
        }
    }
}
