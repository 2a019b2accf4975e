import Calendar
import Contracts
import Gateway
import SeededRandom
import Testing

/// Pending messages of streams, without sockets.
struct LiveStreamTableTests {
    private static let anna = UserID.make()
    private static let benjamin = UserID.make()
    /// The limit of pending hints for one stream.
    private static let pendingMax = 64
    /// The number of hints stored for clients that reconnect.
    private static let ringCapacity = 4_096

    private static func hint(_ day: Int, _ version: Int = 1) -> LiveHint {
        LiveHint(kind: .day, date: PlainDate(dayNumber: 20_000 + day), version: version)
    }

    private static func streams(_ listeners: [UserID]) -> LiveStreamTable {
        var streams = LiveStreamTable(name: "a")
        for (number, user) in listeners.enumerated() { streams.join(number, user, after: nil) }
        return streams
    }

    @Test func `a hint goes to all streams of its user, and to no others`() {
        var streams = Self.streams([Self.anna, Self.benjamin, Self.anna])
        #expect(streams.post(Self.hint(1), to: .user(Self.anna)).sorted() == [0, 2])
        let message = LiveMessage(number: 1, hint: Self.hint(1))
        #expect([0, 1, 2].map { streams.take($0) } == [[message], [], [message]])
        #expect([0, 1, 2].map { streams.take($0) } == [[], [], []])
    }

    @Test func `a hint for all users goes to all open streams`() {
        var streams = Self.streams([Self.anna, Self.benjamin])
        streams.leave(0)
        let hint = LiveHint(kind: .board, id: "streak", version: 1)
        #expect(streams.post(hint, to: .allUsers) == [1])
        #expect(streams.take(0) == [])
        #expect(streams.take(1) == [LiveMessage(number: 1, hint: hint)])
    }

    @Test func `only the newest hint for a key is pending, in the order of the newest`() {
        var streams = Self.streams([Self.anna])
        for (day, version) in [(1, 1), (2, 2), (1, 3)] {
            _ = streams.post(Self.hint(day, version), to: .user(Self.anna))
        }
        #expect(
            streams.take(0) == [
                LiveMessage(number: 2, hint: Self.hint(2, 2)), LiveMessage(number: 3, hint: Self.hint(1, 3)),
            ]
        )
    }

    @Test func `too many pending hints become one reset, which absorbs later ones`() {
        var streams = Self.streams([Self.anna])
        for day in 0..<Self.pendingMax { _ = streams.post(Self.hint(day), to: .user(Self.anna)) }
        var full = streams
        #expect(full.take(0).count == Self.pendingMax)
        for day in Self.pendingMax..<(Self.pendingMax + 5) { _ = streams.post(Self.hint(day), to: .user(Self.anna)) }
        #expect(streams.take(0) == [LiveMessage(number: Self.pendingMax + 5, hint: nil)])
        _ = streams.post(Self.hint(1), to: .user(Self.anna))
        #expect(streams.take(0) == [LiveMessage(number: Self.pendingMax + 6, hint: Self.hint(1))])
    }

    @Test func `a client that reconnects receives the newest hints after its last message`() {
        var streams = Self.streams([Self.anna])
        for (day, version) in [(1, 1), (2, 2), (1, 3)] {
            _ = streams.post(Self.hint(day, version), to: .user(Self.anna))
        }
        _ = streams.post(Self.hint(9), to: .user(Self.benjamin))
        streams.join(5, Self.anna, after: streams.id(of: 1))
        #expect(streams.take(5).map(\.number) == [2, 3])
        streams.join(6, Self.anna, after: streams.id(of: 3))
        #expect(streams.take(6) == [])
        streams.join(7, Self.anna, after: streams.resumeID)
        #expect(streams.take(7) == [])
    }

    @Test(arguments: ["", "a", "a-", "a-x", "b-1", "a-99", "a--1", "a-1-1", "-1", "a-99999999999999999999", "ä-1"])
    func `an id that this process did not issue causes a reset`(id: String) {
        var streams = Self.streams([Self.anna])
        _ = streams.post(Self.hint(1), to: .user(Self.anna))
        streams.join(1, Self.anna, after: id)
        #expect(streams.take(1) == [LiveMessage(number: 1, hint: nil)])
    }

    @Test func `an id older than the ring causes a reset, the oldest in the ring does not`() {
        var streams = LiveStreamTable(name: "a")
        for number in 1...(Self.ringCapacity + 10) { _ = streams.post(Self.hint(1, number), to: .user(Self.anna)) }
        streams.join(0, Self.anna, after: streams.id(of: 9))
        #expect(streams.take(0).map(\.hint) == [nil])
        streams.join(1, Self.anna, after: streams.id(of: 10))
        #expect(streams.take(1) == [LiveMessage(number: 4_106, hint: Self.hint(1, 4_106))])
    }

    @Test func `a reset of all streams invalidates all earlier ids`() {
        var streams = Self.streams([Self.anna, Self.benjamin])
        _ = streams.post(Self.hint(1), to: .user(Self.anna))
        let before = streams.resumeID
        #expect(streams.resetAll().sorted() == [0, 1])
        #expect([0, 1].map { streams.take($0) } == Array(repeating: [LiveMessage(number: 2, hint: nil)], count: 2))
        streams.join(3, Self.anna, after: before)
        #expect(streams.take(3).map(\.hint) == [nil])
        // Clients can resume from the reset itself.
        streams.join(4, Self.anna, after: streams.resumeID)
        _ = streams.post(Self.hint(2), to: .user(Self.anna))
        #expect(streams.take(4).map(\.hint) == [Self.hint(2)])
    }

    /// A device that may lose its connection after any message.
    private struct Device {
        let user: UserID
        var lastID: String?
        /// The newest received version for each key, since the device last fetched everything.
        var known: [LiveHint.Key: Int] = [:]
    }

    @Test(arguments: 1...8)
    func `a client with random disconnections still learns the newest version of every key`(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        var streams = LiveStreamTable(name: "a")
        var (devices, newest) = ([Device](), [UserID: [LiveHint.Key: Int]]())
        for number in 0..<6 {
            devices.append(Device(user: number % 2 == 0 ? Self.anna : Self.benjamin, lastID: streams.resumeID))
            streams.join(number, devices[number].user, after: nil)
        }
        func hear(_ number: Int, losingAt loss: Int?) {
            for message in streams.take(number).prefix(loss ?? .max) {
                devices[number].lastID = streams.id(of: message.number)
                if let hint = message.hint {
                    devices[number].known[hint.key] = hint.version
                } else {
                    // The device fetches everything.
                    devices[number].known = newest[devices[number].user] ?? [:]
                }
            }
        }
        for step in 1...20_000 {
            let number = Int.random(in: 0..<6, using: &generator)
            switch Int.random(in: 0..<100, using: &generator) {
            case 0: _ = streams.resetAll()
            case 1..<10: hear(number, losingAt: nil)
            case 10..<15:
                hear(number, losingAt: Int.random(in: 0...3, using: &generator))
                streams.leave(number)
                streams.join(number, devices[number].user, after: devices[number].lastID)
            default:
                let hint = Self.hint(Int.random(in: 0..<90, using: &generator), step)
                newest[devices[number].user, default: [:]][hint.key] = step
                _ = streams.post(hint, to: .user(devices[number].user))
            }
        }
        for number in devices.indices {
            hear(number, losingAt: nil)
            #expect(devices[number].known == newest[devices[number].user], "seed \(seed), device \(number)")
        }
    }
}
