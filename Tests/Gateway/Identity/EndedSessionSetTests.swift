import Contracts
import Gateway
import Testing

@Suite struct EndedSessionSetTests {
    private static let now = 1_000_000

    private static func items(_ count: Int, from start: Int = now) -> [AuthEndedSessions.Item] {
        (0..<count).map { AuthEndedSessions.Item(id: .make(), endedAt: start + $0) }
    }

    @Test func `tokens of an ended session are refused, others are not`() {
        var set = EndedSessionSet()
        let items = Self.items(3)
        set.add(items, now: Self.now)
        #expect(items.allSatisfy { set.refuses($0.id, issuedAt: Self.now - 60) })
        // Whatever its time of issue: a token is signed a moment after its session was checked.
        #expect(items.allSatisfy { set.refuses($0.id, issuedAt: Self.now + 60) })
        #expect(!set.refuses(.make(), issuedAt: Self.now))
    }

    @Test func `an ended session is removed when its last token has expired, not before`() {
        var set = EndedSessionSet()
        let items = Self.items(2)
        set.add(items, now: Self.now)
        set.add([], now: Self.now + AccessTokenClaims.reachS - 1)
        #expect(set.count == 2)
        #expect(set.refuses(items[0].id, issuedAt: Self.now))
        set.add([], now: Self.now + AccessTokenClaims.reachS + 60)
        #expect(set.count == 0)
        #expect(!set.refuses(items[0].id, issuedAt: Self.now))
    }

    @Test func `a full set refuses tokens by their time of issue and stays bounded`() {
        var set = EndedSessionSet(countMax: 100)
        var all: [AuthEndedSessions.Item] = []
        for round in 0..<50 {
            let items = Self.items(40, from: Self.now + round * 40)
            all += items
            set.add(items, now: Self.now + round * 40)
            #expect(set.count <= 100)
        }
        #expect(all.allSatisfy { set.refuses($0.id, issuedAt: $0.endedAt) })
        #expect(!set.refuses(.make(), issuedAt: Self.now + 50 * 40))
    }
}
