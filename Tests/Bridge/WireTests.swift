import Bridge
import ServiceKit
import Testing

/// The protocol between bridges, without sockets.
struct WireTests {
    private static func opening(_ bytes: [UInt8]) throws -> Opening {
        try bytes.withUnsafeBytes { bytes throws(BridgeViolation) in try Opening(bytes) }
    }

    @Test func `decoding an envelope returns its encoded fields`() throws {
        for (kind, sequence) in [(Envelope.Kind.open, 0), (.data, 1), (.end, UInt64.max)] {
            let bytes = Envelope.written(kind, sequence, [1, 2, 3])
            try bytes.withUnsafeBytes { bytes in
                let envelope = try Envelope(bytes)
                #expect(envelope.kind == kind)
                #expect(envelope.sequence == sequence)
                #expect(Array(envelope.body) == [1, 2, 3])
            }
        }
    }

    @Test(arguments: [
        [], [4], [4, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0], [7, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    ])
    func `bytes that are not an envelope are refused`(bytes: [UInt8]) {
        #expect(throws: BridgeViolation.noEnvelope) {
            try bytes.withUnsafeBytes { _ = try Envelope($0) }
        }
    }

    @Test func `decoding an opening returns version, broker, endpoint and credit`() throws {
        let opening = Opening(broker: 2, endpoint: .eventsOut, credit: 1 << 40)
        #expect(opening.bytes.first == Opening.version)
        #expect(try Self.opening(opening.bytes) == opening)
    }

    @Test func `an opening with another version, or an invalid broker or endpoint, is refused`() {
        let good = Opening(broker: 1, endpoint: .requests, credit: 5).bytes
        #expect(throws: BridgeViolation.otherVersion(9)) { try Self.opening([9] + good.dropFirst()) }
        for (index, byte) in [(1, UInt8(0)), (1, 3), (2, 4)] {
            var bytes = good
            bytes[index] = byte
            #expect(throws: BridgeViolation.malformedBody(.open)) { try Self.opening(bytes) }
        }
        #expect(throws: BridgeViolation.malformedBody(.open)) { try Self.opening(Array(good.dropLast())) }
        #expect(throws: BridgeViolation.malformedBody(.open)) { try Self.opening([]) }
    }

    @Test func `a missing, duplicated or swapped frame is a gap`() throws {
        var channel = RelayChannel()
        try channel.accept(0)
        try channel.accept(1)
        #expect(throws: BridgeViolation.gap(expected: 2, found: 1)) { try channel.accept(1) }
        #expect(throws: BridgeViolation.gap(expected: 2, found: 3)) { try channel.accept(3) }
        try channel.accept(2)
    }

    @Test func `each frame has the next number`() {
        var channel = RelayChannel()
        #expect((0..<4).map { _ in channel.number() } == [0, 1, 2, 3])
    }

    @Test func `data may be sent until the credit is used, and again after a renewal`() throws {
        var (sender, receiver) = (RelayChannel(), RelayChannel())
        #expect(!sender.maySend)
        try sender.raise(to: receiver.firstCredit)
        var sent = 0
        while sender.maySend {
            sender.spend(100_000)
            try receiver.receive(100_000)
            sent += 100_000
        }
        #expect(sent >= Int(RelayChannel.windowFirst) && sent < Int(RelayChannel.windowFirst) + 100_000)
        #expect(throws: BridgeViolation.creditExceeded) { try receiver.receive(1) }
        let early = receiver.renewedCredit(waiting: sent, window: RelayChannel.windowMax)
        #expect(early == nil, "no data was forwarded")
        let renewed = receiver.renewedCredit(waiting: 0, window: RelayChannel.windowMax)
        let credit = try #require(renewed)
        #expect(
            receiver.renewedCredit(waiting: 0, window: RelayChannel.windowMax) == nil,
            "it was renewed a moment ago"
        )
        try sender.raise(to: credit)
        #expect(sender.maySend)
        try receiver.receive(1)
    }

    @Test func `a lower credit, or one raised by less than a renewal, is refused`() throws {
        var channel = RelayChannel()
        try channel.raise(to: RelayChannel.windowMax / 2)
        for credit in [0, RelayChannel.windowMax / 2 - 1, RelayChannel.windowMax / 2] {
            #expect(throws: BridgeViolation.creditLowered) { try channel.raise(to: credit) }
        }
        let next = RelayChannel.windowMax / 2 + RelayChannel.renewalMin
        #expect(throws: BridgeViolation.creditLowered) { try channel.raise(to: next - 1) }
        try channel.raise(to: next)
    }

    @Test func `a credit may exceed the sent bytes by at most one window`() throws {
        var channel = RelayChannel()
        for credit in [RelayChannel.windowMax + 1, .max] {
            #expect(throws: BridgeViolation.creditExceeded) { try channel.raise(to: credit) }
        }
        try channel.raise(to: RelayChannel.windowMax)
        channel.spend(Int(RelayChannel.renewalMin))
        #expect(throws: BridgeViolation.creditExceeded) {
            try channel.raise(to: RelayChannel.windowMax + RelayChannel.renewalMin + 1)
        }
        try channel.raise(to: RelayChannel.windowMax + RelayChannel.renewalMin)
    }

    @Test func `empty data is refused, because it uses no credit`() {
        var channel = RelayChannel()
        #expect(throws: BridgeViolation.malformedBody(.data)) { try channel.receive(0) }
    }

    @Test func `an unlisted key is refused`() {
        let (known, unknown) = (CurveKeyPair.make().publicKey, CurveKeyPair.make().publicKey)
        let permissions = KeyPermissions(
            PeerPolicy(peers: [
                PeerPolicy.Peer(name: "box2", key: "\(known)", offers: ["diary"]),
                PeerPolicy.Peer(name: "bridge", user: 7, bridge: true),
            ])
        )
        #expect(permissions.allows(known))
        #expect(permissions.name(of: known) == "box2")
        #expect(!permissions.allows(unknown))
        #expect(!KeyPermissions().allows(known))
    }

    @Test func `the credit of the smallest window is renewed as soon as all data is forwarded`() throws {
        var receiver = RelayChannel(window: RelayChannel.windowMin)
        try receiver.receive(Int(RelayChannel.windowMin) + 1_000_000)
        #expect(receiver.held(waiting: 1_000_000) == 1_000_000)
        #expect(receiver.renewedCredit(waiting: 1_060_000, window: RelayChannel.windowMin) == nil)
        let credit = receiver.renewedCredit(waiting: 0, window: RelayChannel.windowMin)
        #expect(credit == 2 * RelayChannel.windowMin + 1_000_000)
        #expect(receiver.held(waiting: 0) == Int(RelayChannel.windowMin))
    }

    private typealias Bounds = HandshakeBounds<Int>

    @Test func `a handshake is protected for its time, and newer ones of its address are refused`() {
        var bounds = Bounds()
        #expect(bounds.add(-1, from: [1], at: 0) == nil)
        for number in 0..<Bounds.countMaxPerAddress { #expect(bounds.add(number, from: [2], at: 1) == nil) }
        let end = 1 + Bounds.protectedNs
        #expect(bounds.add(1_000, from: [2], at: end) == 1_000)
        bounds.remove(1_000)
        #expect(bounds.add(1_001, from: [2], at: end + 1) == 0)
        bounds.remove(0)
        #expect(bounds.oldest == -1, "no other address loses one")
        #expect(bounds.count == Bounds.countMaxPerAddress + 1)
    }

    @Test func `simultaneous handshakes of one address do not end each other`() {
        var bounds = Bounds()
        var refused = 0
        for number in 0..<400 {
            guard let surplus = bounds.add(number, from: [1], at: UInt64(number)) else { continue }
            #expect(surplus == number)
            bounds.remove(surplus)
            refused += 1
        }
        #expect(refused == 400 - Bounds.countMaxPerAddress)
        // After the first ones are done, there is room for others.
        for number in 0..<Bounds.countMaxPerAddress { bounds.remove(number) }
        #expect(bounds.add(400, from: [1], at: 400) == nil)
    }

    @Test func `an address with many handshakes does not block other addresses`() {
        var bounds = Bounds()
        for number in 0..<Bounds.countMax {
            #expect(bounds.add(number, from: [UInt8(number / Bounds.countMaxPerAddress)], at: 0) == nil)
        }
        let ended = bounds.add(1_000, from: [9], at: 1)
        #expect((ended ?? 1_000) < Bounds.countMax)
    }

    @Test func `handshakes of many addresses are each protected for their time`() {
        var bounds = Bounds()
        for number in 0..<Bounds.countMax { #expect(bounds.add(number, from: [UInt8(number)], at: 0) == nil) }
        #expect(bounds.add(1_000, from: [9, 9], at: 1) == 1_000)
        bounds.remove(1_000)
        #expect(bounds.add(1_001, from: [9, 9], at: Bounds.protectedNs + 1) == 0)
    }

    @Test func `the oldest handshakes are surplus after the bound has shrunk`() {
        var bounds = Bounds()
        for number in 0..<10 { #expect(bounds.add(number, from: [UInt8(number)], at: 0) == nil) }
        #expect(bounds.oldestSurplus == nil)
        bounds.countMax = 8
        for number in 0..<2 {
            #expect(bounds.oldestSurplus == number)
            bounds.remove(number)
        }
        #expect(bounds.oldestSurplus == nil)
    }

    @Test func `a completed handshake no longer counts`() {
        var bounds = Bounds()
        for number in 0..<1_000 {
            #expect(bounds.add(number, from: [1], at: 0) == nil)
            bounds.remove(number)
        }
        #expect(bounds.count == 0)
        #expect(bounds.oldest == nil)
    }
}
