import Bridge
import Contracts
import Messaging
import ServiceKit
import Testing

/// What bridges send each other, without any socket.
struct WireTests {
    private static func frame(_ kind: Envelope.Kind, _ sequence: UInt64, _ body: [UInt8] = []) -> [UInt8] {
        var bytes = [UInt8](repeating: 0xEE, count: Envelope.headerLength + body.count)
        bytes.withUnsafeMutableBytes { room in
            body.withUnsafeBytes { Envelope.write(kind, sequence, $0, to: room) }
        }
        return bytes
    }

    private static func opening(_ bytes: [UInt8]) throws -> Opening {
        try bytes.withUnsafeBytes { bytes throws(BridgeViolation) in try Opening(bytes) }
    }

    @Test func `an envelope is read as it was written`() throws {
        for (kind, sequence) in [(Envelope.Kind.open, 0), (.data, 1), (.end, UInt64.max)] {
            let bytes = Self.frame(kind, sequence, [1, 2, 3])
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
    func `what is no envelope is refused`(bytes: [UInt8]) {
        #expect(throws: BridgeViolation.noEnvelope) {
            try bytes.withUnsafeBytes { _ = try Envelope($0) }
        }
    }

    @Test func `an opening names version and broker and endpoint and credit`() throws {
        let opening = Opening(broker: 2, endpoint: .eventsOut, credit: 1 << 40)
        #expect(opening.bytes.first == Opening.version)
        #expect(try Self.opening(opening.bytes) == opening)
    }

    @Test func `an opening of another version or of no broker or endpoint is refused`() {
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

    @Test func `a missing or doubled or swapped frame is a gap`() throws {
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

    @Test func `data is sent until the credit is used up and again when it is renewed`() throws {
        var (sender, receiver) = (RelayChannel(), RelayChannel())
        #expect(!sender.maySend)
        try sender.raise(to: receiver.firstCredit)
        var sent = 0
        while sender.maySend {
            sender.spend(100_000)
            try receiver.receive(100_000)
            sent += 100_000
        }
        #expect(sent >= Int(RelayChannel.window) && sent < Int(RelayChannel.window) + 100_000)
        #expect(throws: BridgeViolation.creditExceeded) { try receiver.receive(1) }
        #expect(receiver.renewedCredit(waiting: sent) == nil, "nothing was passed on")
        let renewed = receiver.renewedCredit(waiting: 0)
        let credit = try #require(renewed)
        #expect(receiver.renewedCredit(waiting: 0) == nil, "it was renewed a moment ago")
        try sender.raise(to: credit)
        #expect(sender.maySend)
        try receiver.receive(1)
    }

    @Test func `a credit is not taken back, nor raised by less than a renewal`() throws {
        var channel = RelayChannel()
        try channel.raise(to: RelayChannel.window / 2)
        for credit in [0, RelayChannel.window / 2 - 1, RelayChannel.window / 2] {
            #expect(throws: BridgeViolation.creditLowered) { try channel.raise(to: credit) }
        }
        let next = RelayChannel.window / 2 + RelayChannel.renewal
        #expect(throws: BridgeViolation.creditLowered) { try channel.raise(to: next - 1) }
        try channel.raise(to: next)
    }

    @Test func `a credit reaches no further than a window beyond what was sent`() throws {
        var channel = RelayChannel()
        for credit in [RelayChannel.window + 1, .max] {
            #expect(throws: BridgeViolation.creditExceeded) { try channel.raise(to: credit) }
        }
        try channel.raise(to: RelayChannel.window)
        channel.spend(Int(RelayChannel.renewal))
        #expect(throws: BridgeViolation.creditExceeded) {
            try channel.raise(to: RelayChannel.window + RelayChannel.renewal + 1)
        }
        try channel.raise(to: RelayChannel.window + RelayChannel.renewal)
    }

    @Test func `data without a byte is refused, as it would use up no credit`() {
        var channel = RelayChannel()
        #expect(throws: BridgeViolation.malformedBody(.data)) { try channel.receive(0) }
    }

    @Test func `a key that the list of peers omits is denied`() {
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

    @Test func `the oldest handshake ends when one address has too many and no other address loses one`() {
        var bounds = HandshakeBounds<Int>()
        #expect(bounds.add(-1, from: [1]) == nil)
        for number in 0..<HandshakeBounds<Int>.countMaxPerAddress { #expect(bounds.add(number, from: [2]) == nil) }
        #expect(bounds.add(1_000, from: [2]) == 0)
        bounds.remove(0)
        #expect(bounds.oldest == -1)
        #expect(bounds.count == HandshakeBounds<Int>.countMaxPerAddress + 1)
    }

    @Test func `the oldest handshake ends when there are too many in all`() {
        var bounds = HandshakeBounds<Int>()
        for number in 0..<HandshakeBounds<Int>.countMax {
            #expect(bounds.add(number, from: [UInt8(number)]) == nil)
        }
        #expect(bounds.add(1_000, from: [9, 9]) == 0)
    }

    @Test func `a handshake that is done counts no more`() {
        var bounds = HandshakeBounds<Int>()
        for number in 0..<1_000 {
            #expect(bounds.add(number, from: [1]) == nil)
            bounds.remove(number)
        }
        #expect(bounds.count == 0)
        #expect(bounds.oldest == nil)
    }
}
