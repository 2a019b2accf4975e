import FoodCatalog
import SeededRandom
import Testing

/// The cache of search results.
@Suite(.timeLimit(.minutes(5))) struct SearchResultCacheTests {
    private static let index = SearchResultCache.IndexState(revision: IndexRevision(number: 1), vocabulary: 1)

    private func foods(_ count: Int) -> [SearchResult] {
        (0..<count).map { SearchResult(number: Int64($0), cost: 0, prominence: 0, length: 1, names: Int32($0)) }
    }

    @Test(arguments: [1, 2, 3])
    func `the cache stays within its limit for random queries`(seed: Int) {
        var numbers = SeededGenerator(seed: seed)
        let cache = SearchResultCache()
        let answers = (0...100).map(foods)
        var (most, asked) = (0, 0)
        for step in 1...60_000 {
            // Some queries are repeated, most are not; many have no results.
            let isUsual = Bool.random(using: &numbers)
            let word = isUsual ? "usual-\(Int.random(in: 0..<500, using: &numbers))" : "rare-\(step)"
            if isUsual, cache.entry(of: [word], in: Self.index) != nil {
                asked += 1
            } else {
                let count = Bool.random(using: &numbers) ? 0 : Int.random(in: 0...100, using: &numbers)
                cache.store(answers[count], of: [word], in: Self.index)
            }
            if step.isMultiple(of: 1_000) { most = max(most, cache.size) }
        }
        #expect(most <= 2 * SearchResultCache.foodsMax)
        // The cache was nearly full, and repeated queries stayed cached.
        #expect(most > SearchResultCache.foodsMax)
        #expect(asked > 20_000)
    }

    @Test func `a repeated query occupies one entry`() {
        let cache = SearchResultCache()
        for count in [0, SearchResultCache.cachedFoodsMax, 3] {
            for _ in 0..<20_000 { cache.store(foods(count), of: ["soup"], in: Self.index) }
            #expect(cache.size == count + SearchResultCache.entryCost)
            // Other entries were not evicted, either.
            #expect(cache.entry(of: ["soup"], in: Self.index)?.foods.count == count)
        }
    }

    @Test func `empty results count towards the size, and long results are truncated`() throws {
        let cache = SearchResultCache()
        for number in 0..<100 { cache.store([], of: ["\(number)"], in: Self.index) }
        #expect(cache.size == 100 * SearchResultCache.entryCost)
        cache.store(foods(1_000), of: ["all"], in: Self.index)
        #expect(cache.size == 101 * SearchResultCache.entryCost + SearchResultCache.cachedFoodsMax)
        let all = try #require(cache.entry(of: ["all"], in: Self.index))
        #expect((all.foods.count, all.isWhole) == (SearchResultCache.cachedFoodsMax, false))
    }

    @Test func `a cached result expires after its maximum age`() {
        let cache = SearchResultCache()
        let start = ContinuousClock.now
        cache.store(foods(30), of: ["soup"], in: Self.index, at: start)
        let last = start + SearchResultCache.maximumAge - .milliseconds(1)
        #expect(cache.entry(of: ["soup"], in: Self.index, at: last) != nil)
        #expect(cache.entry(of: ["soup"], in: Self.index, at: start + SearchResultCache.maximumAge) == nil)
        cache.store(foods(30), of: ["soup"], in: Self.index, at: start + SearchResultCache.maximumAge)
        #expect(cache.entry(of: ["soup"], in: Self.index, at: start + SearchResultCache.maximumAge) != nil)
    }

    @Test func `both generations hold at most ten megabytes of foods`() {
        #expect(2 * SearchResultCache.foodsMax * MemoryLayout<SearchResult>.stride <= 10_000_000)
    }
}
