import Contracts
import HTTPServer
import SeededRandom
import Synchronization
import Testing

struct BodySharesTests {
    private static func shares(_ bytes: Int, _ clientBytes: Int) -> BodyShares {
        BodyShares(BodyShares.Limits(bytes: bytes, clientBytes: clientBytes))
    }

    @Test func `a client is limited to its share and regains room when a body ends`() {
        var shares = Self.shares(100, 10)
        let (first, second) = (shares.begin("a"), shares.begin("a"))
        #expect(shares.reserve(6, for: first) == .granted(evicted: []))
        #expect(shares.reserve(5, for: second) == .clientIsFull)
        #expect(shares.reserve(4, for: second) == .granted(evicted: []))
        shares.free(1, of: first)
        #expect(shares.reserve(1, for: second) == .granted(evicted: []))
        shares.end(first)
        #expect(shares.reserve(5, for: second) == .granted(evicted: []))
    }

    @Test func `with all memory used, the oldest incomplete body of the largest client is evicted`() {
        var shares = Self.shares(20, 10)
        let (small, first, second, other) = (
            shares.begin("b"), shares.begin("a"), shares.begin("a"), shares.begin("c")
        )
        #expect(shares.reserve(8, for: small) == .granted(evicted: []))
        #expect(shares.reserve(4, for: first) == .granted(evicted: []))
        #expect(shares.reserve(5, for: second) == .granted(evicted: []))
        #expect(shares.reserve(5, for: other) == .granted(evicted: [first]))
        // An evicted body gets no more memory.
        #expect(shares.reserve(1, for: first) == .isFull)
        shares.end(first)
        #expect(shares.reserve(2, for: other) == .granted(evicted: []))
    }

    @Test func `a complete body is not evicted`() {
        var shares = Self.shares(10, 10)
        let (whole, late) = (shares.begin("a"), shares.begin("b"))
        #expect(shares.reserve(10, for: whole) == .granted(evicted: []))
        shares.finish(whole)
        #expect(shares.reserve(1, for: late) == .isFull)
        shares.end(whole)
        #expect(shares.reserve(1, for: late) == .granted(evicted: []))
    }

    @Test func `a body that cannot get enough room evicts no other`() {
        var shares = Self.shares(10, 10)
        let (small, whole, late) = (shares.begin("a"), shares.begin("b"), shares.begin("c"))
        #expect(shares.reserve(2, for: small) == .granted(evicted: []))
        #expect(shares.reserve(8, for: whole) == .granted(evicted: []))
        shares.finish(whole)
        #expect(shares.reserve(5, for: late) == .isFull)
        // The small body keeps its memory, so there is no room for another byte.
        #expect(shares.reserve(1, for: small) == .isFull)
    }

    @Test func `random reservations of many clients never exceed the limits`() {
        var (shares, generator) = (Self.shares(1_000, 200), SeededGenerator(seed: 7))
        var held: [Int: Int] = [:]
        var owner: [Int: Int] = [:]
        for _ in 0..<5_000 {
            let client = Int.random(in: 0..<8, using: &generator)
            let isNew = Bool.random(using: &generator)
            let number =
                held.keys.sorted().randomElement(using: &generator).flatMap { isNew ? nil : $0 }
                ?? {
                    let number = shares.begin("\(client)")
                    (held[number], owner[number]) = (0, client)
                    return number
                }()
            if Int.random(in: 0..<10, using: &generator) == 0 {
                shares.end(number)
                (held[number], owner[number]) = (nil, nil)
                continue
            }
            let count = Int.random(in: 1...60, using: &generator)
            guard case .granted(let evicted) = shares.reserve(count, for: number) else { continue }
            for other in evicted { (held[other], owner[other]) = (nil, nil) }
            held[number, default: 0] += count
            #expect(held.values.reduce(0, +) <= 1_000)
            let own = held.filter { owner[$0.key] == owner[number] }.values.reduce(0, +)
            #expect(own <= 200)
        }
    }

    @Test func `a lease frees its memory when released and reports its eviction`() throws {
        let budget = BodyBudget(BodyShares.Limits(bytes: 10, clientBytes: 10))
        let evicted = Mutex(0)
        let parked = budget.lease(for: "a") { evicted.withLock { $0 += 1 } }
        try parked.reserve(10)
        do {
            let other = budget.lease(for: "b") {}
            try other.reserve(10)
            #expect(evicted.withLock { $0 } == 1)
            #expect(throws: ServiceError.self) { try parked.reserve(1) }
            other.finish()
            let third = budget.lease(for: "c") {}
            let error = #expect(throws: ServiceError.self) { try third.reserve(1) }
            #expect(error?.code == .overloaded)
        }
        try budget.lease(for: "c") {}.reserve(10)
    }
}
