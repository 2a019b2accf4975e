import Broker
import CZeroMQ
import Dispatch
import TestSupport
import Testing
import ZMTP

/// Tests the broker's endpoints for events with libzmq's sockets on the other side.
@Suite(.timeLimit(.minutes(5)))
struct LibzmqEventTests {
    /// The most subscriptions of one subscriber that the broker accepts.
    private static let topicsMax = 1_024

    private static func eventsIn(_ fixture: BusFixture) -> String { "ipc://\(fixture.directory)/i1" }
    private static func eventsOut(_ fixture: BusFixture) -> String { "ipc://\(fixture.directory)/o1" }

    /// A subscriber with a given socket type.
    private struct Subscriber {
        let socket: LibzmqSocket
        private let pattern: LibzmqSocket.Pattern

        init(_ pattern: LibzmqSocket.Pattern, to endpoint: String, _ options: [Int32: Int32] = [:]) throws {
            self.pattern = pattern
            socket = try LibzmqSocket(pattern, to: endpoint, options)
        }

        /// Subscribes to a topic prefix, or unsubscribes from it.
        func want(_ beginning: String, _ isWanted: Bool = true) throws {
            guard pattern == .sub else { return try socket.send([[isWanted ? 1 : 0] + Array(beginning.utf8)]) }
            if isWanted { try socket.subscribe(beginning) } else { try socket.unsubscribe(beginning) }
        }

        /// Publishes a mark until it arrives, and returns the topics that arrived before.
        ///
        /// The subscriptions sent before are then in effect.
        func topics(untilMark mark: String, from publisher: LibzmqSocket) throws -> [String] {
            var topics: [String] = []
            try eventuallyBlocking("\(mark) arrives", pause: .zero) {
                try publisher.send([Array(mark.utf8), []])
                while let event = try socket.receive(withinMs: 10) {
                    let topic = String(decoding: event[0], as: UTF8.self)
                    if topic == mark { return true }
                    topics.append(topic)
                }
                return false
            }
            return topics
        }
    }

    @Test(arguments: [LibzmqSocket.Pattern.pub, .xpub], [LibzmqSocket.Pattern.sub, .xsub])
    func `an event reaches the subscribers of its topic's prefix once, until they unsubscribe`(
        _ publishing: LibzmqSocket.Pattern,
        _ subscribing: LibzmqSocket.Pattern
    ) async throws {
        try await BusFixture.run { fixture in
            try await withLibzmq {
                let publisher = try LibzmqSocket(publishing, to: Self.eventsIn(fixture))
                let subscriber = try Subscriber(subscribing, to: Self.eventsOut(fixture))
                let everything = try Subscriber(.sub, to: Self.eventsOut(fixture))
                try everything.want("")
                for beginning in ["food", "food.changed", "diary", "mark"] { try subscriber.want(beginning) }
                _ = try subscriber.topics(untilMark: "mark 1", from: publisher)
                _ = try everything.topics(untilMark: "mark 1", from: publisher)
                let events = ["food", "foo", "food.changed.1", "profile", "diary.1", "Food", ""]
                for topic in events { try publisher.send([Array(topic.utf8), [1], [2]]) }
                // Marks that were sent more than once may still arrive first.
                let received = try subscriber.topics(untilMark: "mark 2", from: publisher).filter {
                    !$0.hasPrefix("mark")
                }
                #expect(received == ["food", "food.changed.1", "diary.1"])
                let all = try everything.topics(untilMark: "mark 2", from: publisher).filter { !$0.hasPrefix("mark") }
                #expect(all == events)

                try subscriber.want("food", false)
                try subscriber.want("diary", false)
                try subscriber.want("other mark")
                _ = try subscriber.topics(untilMark: "other mark", from: publisher)
                for topic in events { try publisher.send([Array(topic.utf8), [1], [2]]) }
                let after = try subscriber.topics(untilMark: "mark 3", from: publisher).filter { !$0.contains("mark") }
                #expect(after == ["food.changed.1"])
            }
        }
    }

    @Test func `the broker subscribes to all topics of an XPUB, and its events keep their frames`() async throws {
        try await BusFixture.run { fixture in
            try await withLibzmq {
                let publisher = try LibzmqSocket(.xpub, to: Self.eventsIn(fixture))
                #expect(try publisher.receive() == [[1]])
                let subscriber = try Subscriber(.sub, to: Self.eventsOut(fixture))
                try subscriber.want("")
                _ = try subscriber.topics(untilMark: "mark", from: publisher)
                let events = [
                    [[1]], [[1], []], [[1], [UInt8](repeating: 2, count: 255), [UInt8](repeating: 3, count: 256)],
                    [[1], [UInt8](repeating: 4, count: FrameLimits.frameMax)],
                    (0..<FrameLimits.framesMax).map { [UInt8($0)] },
                ]
                for event in events {
                    try publisher.send(event)
                    var next = try subscriber.socket.receive()
                    while next == [Array("mark".utf8), []] { next = try subscriber.socket.receive() }
                    #expect(next == event)
                }
            }
        }
    }

    @Test(arguments: [LibzmqSocket.Pattern.sub, .xsub])
    func `a subscriber is disconnected when it exceeds the limit of topics`(
        pattern: LibzmqSocket.Pattern
    ) async throws {
        try await BusFixture.run { fixture in
            try await withLibzmq {
                let publisher = try LibzmqSocket(.pub, to: Self.eventsIn(fixture))
                let subscriber = try Subscriber(pattern, to: Self.eventsOut(fixture))
                try subscriber.socket.watch(ZMQ_EVENT_DISCONNECTED)
                // Each unsubscription makes room for a subscription.
                for number in 0..<Self.topicsMax { try subscriber.want("old \(number)") }
                for number in 0..<Self.topicsMax { try subscriber.want("old \(number)", false) }
                let topics = (1..<Self.topicsMax).map { "topic \($0)." }
                for topic in topics + ["mark"] { try subscriber.want(topic) }
                _ = try subscriber.topics(untilMark: "mark", from: publisher)
                for topic in topics { try publisher.send([Array(topic.utf8)]) }
                let received = try subscriber.topics(untilMark: "mark 2", from: publisher).filter { $0 != "mark" }
                #expect(received == topics)
                #expect(!subscriber.socket.hasSeenEvent())
                try subscriber.want("one more")
                try subscriber.socket.waitForEvent()
            }
        }
    }

    @Test func `a subscriber that stops reading gets only whole events later, and others get theirs meanwhile`()
        async throws
    {
        let (count, length) = (300, 100_000)
        try await BusFixture.run { fixture in
            try await withLibzmq {
                let publisher = try LibzmqSocket(.pub, to: Self.eventsIn(fixture))
                // Reads one event, and then nothing from its connection until the test reads.
                let slow = try Subscriber(.sub, to: Self.eventsOut(fixture), [ZMQ_RCVHWM: 1, ZMQ_RCVBUF: 4_096])
                let other = try Subscriber(.sub, to: Self.eventsOut(fixture))
                for subscriber in [slow, other] {
                    try subscriber.want("")
                    _ = try subscriber.topics(untilMark: "mark", from: publisher)
                }
                for number in 0..<count {
                    let body = [UInt8](repeating: UInt8(number % 256), count: length)
                    try publisher.send([Array("event \(number)".utf8), body])
                    while try other.socket.receive()[0] != Array("event \(number)".utf8) {}
                }
                var numbers: [Int] = []
                var event: [[UInt8]] = []
                repeat {
                    try publisher.send([Array("end".utf8), []])
                    event = try slow.socket.receive()
                    let topic = String(decoding: event[0], as: UTF8.self)
                    guard let number = Int(topic.dropFirst("event ".count)) else { continue }
                    #expect(event == [Array(topic.utf8), [UInt8](repeating: UInt8(number % 256), count: length)])
                    numbers.append(number)
                } while event[0] != Array("end".utf8)
                #expect(numbers == numbers.sorted() && numbers.count < count, "\(numbers)")
            }
        }
    }

    @Test func `libzmq's subscriber gets events again after a broker restarts`() async throws {
        let fixture = try BusFixture()
        defer { fixture.remove() }
        try await withLibzmq {
            let publisher = try LibzmqSocket(.pub, to: Self.eventsIn(fixture))
            let subscriber = try Subscriber(.sub, to: Self.eventsOut(fixture))
            try subscriber.want("mark")
            for round in 0..<3 {
                let stop = try fixture.startBroker()
                defer { stop() }
                _ = try subscriber.topics(untilMark: "mark \(round)", from: publisher)
            }
        }
    }
}

extension BusFixture {
    /// Runs a broker for the duration of code that blocks.
    ///
    /// - Returns: A function that stops it and waits until it has ended.
    func startBroker() throws -> () -> Void {
        let broker = broker()
        let task = Task { try await broker.runUntilCancelled() }
        return {
            task.cancel()
            let end = DispatchSemaphore(value: 0)
            Task {
                _ = await task.result
                end.signal()
            }
            end.wait()
        }
    }
}
