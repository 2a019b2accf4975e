import Broker
import Contracts
import Testing

struct OutgoingShareTests {
    private typealias Shares = OutgoingShares<Int, String>

    private static let megabyte = 1 << 20

    @Test func `an owner that leaves too much unread over several connections loses the largest`() {
        var shares = Shares()
        for connection in 1...3 {
            let gone = shares.record(7 * Self.megabyte, for: connection, of: "box2", isLimited: true)
            #expect(gone == nil)
        }
        #expect(shares.record(4 * Self.megabyte, for: 4, of: "box2", isLimited: true) != 4)
        shares.remove(1)
        #expect(shares.record(5 * Self.megabyte, for: 4, of: "box2", isLimited: true) == nil)
    }

    @Test func `all peers together stay within the bound, and the largest owner loses a connection first`() {
        var shares = Shares()
        #expect(shares.record(20 * Self.megabyte, for: 1, of: "own 1", isLimited: false) == nil)
        #expect(shares.record(12 * Self.megabyte, for: 2, of: "box2", isLimited: true) == nil)
        #expect(shares.record(11 * Self.megabyte, for: 3, of: "box2", isLimited: true) == nil)
        // A third owner exceeds the bound; the second owner holds most, in two connections.
        #expect(shares.record(6 * Self.megabyte, for: 4, of: "own 2", isLimited: false) == 2)
        shares.remove(2)
        #expect(shares.bytes == 37 * Self.megabyte)
        #expect(shares.record(30 * Self.megabyte, for: 1, of: "own 1", isLimited: false) == nil)
        #expect(shares.record(40 * Self.megabyte, for: 1, of: "own 1", isLimited: false) == 1)
    }

    @Test func `written bytes are no longer counted`() {
        var shares = Shares()
        for _ in 1...100 {
            #expect(shares.record(20 * Self.megabyte, for: 1, of: "box2", isLimited: true) == nil)
            #expect(shares.record(0, for: 1, of: "box2", isLimited: true) == nil)
        }
        #expect(shares.bytes == 0)
    }
}
