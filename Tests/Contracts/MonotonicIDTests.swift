import Calendar
import Contracts
import Testing

/// Ids sort in the order in which a process made them.
struct MonotonicIDTests {
    private static let wallNs: UInt64 = 1_795_000_000_000_000_000

    @Test func `ids made within one millisecond grow`() {
        let ids = (0..<20_000).map { _ in UUIDv7.make() }
        let pairs = Array(zip(ids, ids.dropFirst()))
        #expect(pairs.contains { $0.millisecondsSince1970 == $1.millisecondsSince1970 })
        #expect(pairs.allSatisfy { $0 < $1 })
        let texts = ids.map(\.description)
        #expect(texts == texts.sorted(), "databases sort ids as text")
    }

    @Test func `ids made by several threads at once are unique, and grow within each thread`() async {
        let lists = await withTaskGroup(of: [UUIDv7].self) { group in
            for _ in 0..<4 { group.addTask { (0..<10_000).map { _ in UUIDv7.make() } } }
            return await group.reduce(into: [[UUIDv7]]()) { $0.append($1) }
        }
        for list in lists { #expect(zip(list, list.dropFirst()).allSatisfy { $0 < $1 }) }
        #expect(Set(lists.joined()).count == 40_000)
    }

    @Test func `an id contains the time at which it was made`() throws {
        let before = Timestamp.nanosecondsSince1970() / 1_000_000
        let actual = try #require(UUIDv7.make().millisecondsSince1970)
        // Other tests of this process make ids, too. Making an id takes longer than the nanosecond that it may add.
        #expect(actual >= before)
        #expect(actual <= Timestamp.nanosecondsSince1970() / 1_000_000)
    }

    @Test func `times grow while the clock stands still or steps back by up to ten seconds`() {
        let times = MonotonicTime()
        let first = times.next(Self.wallNs)
        #expect(first == Self.wallNs)
        #expect(times.next(Self.wallNs) == first + 1)
        #expect(times.next(Self.wallNs - MonotonicTime.stepBackMaxNs + 1) == first + 2)
        #expect(times.next(Self.wallNs - 1) == first + 3)
        // The clock has caught up.
        #expect(times.next(Self.wallNs + 1_000) == Self.wallNs + 1_000)
    }

    @Test func `times follow a clock that steps back by more`() {
        let times = MonotonicTime()
        #expect(times.next(Self.wallNs) == Self.wallNs)
        let earlier = Self.wallNs - MonotonicTime.stepBackMaxNs - 1
        #expect(times.next(earlier) == earlier)
        #expect(times.next(earlier) == earlier + 1)
    }
}
