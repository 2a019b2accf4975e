import Contracts
import FoodCatalog
import Testing

/// The pure state machines that decide when a source may be asked.
struct RemoteStateMachineTests {
    private static let second: UInt64 = 1_000_000_000
    private static let minute = 60 * second

    private static func take(_ bucket: inout TokenBucket, at now: UInt64) -> Bool { bucket.take(at: now) }
    private static func admit(_ breaker: inout CircuitBreaker, at now: UInt64) -> Bool { breaker.admit(at: now) }

    // MARK: Bucket

    @Test func `no minute exceeds the limit`() {
        for perMinute in [2, 3, 10, 15, 100] {
            var bucket = TokenBucket(perMinute: perMinute, at: 0)
            var taken: [UInt64] = []
            for tick: UInt64 in 0..<3_000 where bucket.take(at: tick * Self.second / 10) {
                taken.append(tick * Self.second / 10)
            }
            let fullest = taken.map { start in taken.count { $0 >= start && $0 < start + Self.minute } }.max() ?? 0
            #expect(fullest <= perMinute)
            #expect(taken.count >= perMinute * 2, "the limit is used")
        }
    }

    @Test func `a bucket has a token after the returned wait`() {
        var bucket = TokenBucket(perMinute: 10, at: 0)
        for _ in 0..<4 { #expect(Self.take(&bucket, at: 0)) }
        #expect(!Self.take(&bucket, at: 0))
        let wait = bucket.wait(at: 0)
        #expect(wait == 10 * Self.second)
        #expect(!Self.take(&bucket, at: wait - Self.second))
        #expect(Self.take(&bucket, at: wait))
    }

    @Test func `a clock that stops or goes back adds no token`() {
        var bucket = TokenBucket(perMinute: 2, at: Self.minute)
        #expect(Self.take(&bucket, at: Self.minute))
        #expect(!Self.take(&bucket, at: Self.minute))
        #expect(!Self.take(&bucket, at: 0))
    }

    // MARK: Breaker

    @Test func `consecutive failures open the breaker, and a success resets the count`() {
        var breaker = CircuitBreaker()
        for _ in 1..<CircuitBreaker.failuresMax { breaker.failed(at: 0) }
        breaker.succeeded()
        for _ in 1..<CircuitBreaker.failuresMax { breaker.failed(at: 0) }
        #expect(breaker.state == .closed(failures: CircuitBreaker.failuresMax - 1))
        breaker.failed(at: 5)
        #expect(breaker.state == .open(until: 5 + CircuitBreaker.minimumOpenNanoseconds))
        #expect(!Self.admit(&breaker, at: 5))
    }

    @Test func `after the open period one probe is admitted and its outcome decides`() {
        var breaker = Self.open()
        let end = CircuitBreaker.minimumOpenNanoseconds
        #expect(breaker.wait(at: end - 1) == 1)
        #expect(Self.admit(&breaker, at: end))
        #expect(!Self.admit(&breaker, at: end), "one probe at a time")
        #expect(breaker.wait(at: end) > 0)
        breaker.succeeded()
        #expect(breaker == CircuitBreaker())
    }

    @Test func `each failed probe doubles the open period up to a maximum`() {
        var breaker = Self.open()
        var now: UInt64 = 0
        var rests: [UInt64] = []
        for _ in 0..<8 {
            rests.append(breaker.wait(at: now))
            now += breaker.wait(at: now)
            #expect(Self.admit(&breaker, at: now))
            breaker.failed(at: now)
        }
        #expect(rests.prefix(4) == [30, 60, 120, 240].map { $0 * Self.second }[...])
        #expect(rests.last == CircuitBreaker.maximumOpenNanoseconds)
    }

    @Test func `a late outcome does not close an open breaker`() {
        var breaker = Self.open()
        let before = breaker
        breaker.succeeded()
        breaker.failed(at: 7)
        #expect(breaker == before)
    }

    private static func open() -> CircuitBreaker {
        var breaker = CircuitBreaker()
        for _ in 0..<CircuitBreaker.failuresMax { breaker.failed(at: 0) }
        return breaker
    }

    // MARK: Limiter

    private static let search = RemoteQuestion.words("milk", language: "en")

    private static func limiter() -> RemoteRequestLimiter {
        RemoteRequestLimiter(RemoteLimits(searchesPerMinute: 10, productsPerMinute: 15), at: 0)
    }

    private static func refusal(
        _ limiter: inout RemoteRequestLimiter,
        _ question: RemoteQuestion,
        for user: UserID? = nil,
        at now: UInt64
    ) -> RemoteFailure? {
        do throws(RemoteFailure) {
            try limiter.admit(question, for: user, at: now)
            return nil
        } catch {
            return error
        }
    }

    @Test func `searches and barcodes have separate limits`() throws {
        var limiter = Self.limiter()
        let barcode = RemoteQuestion.barcode(try #require(RemoteBarcode("3017620422003")))
        for _ in 0..<3 { #expect(Self.refusal(&limiter, Self.search, at: 0) == nil) }
        #expect(Self.refusal(&limiter, Self.search, at: 0) == .tooManyRequests(retryAfterSeconds: 10))
        #expect(Self.refusal(&limiter, barcode, at: 0) == nil)
    }

    @Test func `a user that asks often leaves a question for others, and may use the limit alone`() {
        var limiter = Self.limiter()
        let (greedy, other) = (UserID.make(), UserID.make())
        var asked = 0
        for tick: UInt64 in 0..<600
        where Self.refusal(&limiter, Self.search, for: greedy, at: tick * Self.second / 10) == nil {
            asked += 1
        }
        #expect(asked == 3 + 5)
        let end = 599 * Self.second / 10
        #expect(Self.refusal(&limiter, Self.search, for: greedy, at: end) != nil)
        #expect(Self.refusal(&limiter, Self.search, for: other, at: end) == nil)
    }

    @Test func `a failure of one question suspends no others`() {
        var limiter = Self.limiter()
        for failure in [RemoteFailure.unreadable, .tooLarge, .badRedirect, .refused(status: 404)] {
            for _ in 0..<CircuitBreaker.failuresMax { limiter.ended(failure, at: 0) }
        }
        #expect(!limiter.isSuspended)
        for _ in 0..<CircuitBreaker.failuresMax { limiter.ended(.refused(status: 503), at: 0) }
        #expect(limiter.isSuspended)
    }

    @Test func `a retry time of a source is respected up to a maximum`() {
        var limiter = Self.limiter()
        limiter.ended(.tooManyRequests(retryAfterSeconds: 120), at: 0)
        #expect(Self.refusal(&limiter, Self.search, at: 119 * Self.second) == .tooManyRequests(retryAfterSeconds: 1))
        #expect(Self.refusal(&limiter, Self.search, at: 120 * Self.second) == nil)
        limiter.ended(.tooManyRequests(retryAfterSeconds: .max), at: 0)
        let rest = UInt64(RemoteRequestLimiter.maximumRetryAfterSeconds) * Self.second
        #expect(Self.refusal(&limiter, Self.search, at: rest) == nil)
    }

    @Test func `a rejected question spends no token and starts no probe`() {
        var limiter = Self.limiter()
        for _ in 0..<CircuitBreaker.failuresMax { limiter.ended(.timedOut, at: 0) }
        #expect(limiter.isSuspended)
        for _ in 0..<20 { #expect(Self.refusal(&limiter, Self.search, at: 0) == .resting(retryAfterSeconds: 30)) }
        for _ in 0..<3 {
            #expect(Self.refusal(&limiter, Self.search, at: CircuitBreaker.minimumOpenNanoseconds) == nil)
            limiter.ended(nil, at: CircuitBreaker.minimumOpenNanoseconds)
        }
    }

    // MARK: Questions

    @Test(arguments: [
        ("3017620422003", "3017620422003"), ("03017620422003", "3017620422003"), ("012345678905", "0012345678905"),
        ("00012345678905", "0012345678905"), ("96385074", "96385074"), ("00000096385074", "96385074"),
        ("15012345678907", "15012345678907"),
    ])
    func `a barcode of any form is normalised`(form: String, written: String) {
        #expect(RemoteBarcode(form)?.digits == written)
    }

    @Test(arguments: ["", "0", "000", "12a", "1234567890123456", "１２３", "-1", "12 34"])
    func `an invalid barcode is rejected`(text: String) {
        #expect(RemoteBarcode(text) == nil)
    }

    @Test func `words that differ in case and spaces are the same question`() {
        let question = RemoteQuestion.words(typed: "  Greek \t YOGURT ", language: "uk-UA")
        #expect(question == .words("greek yogurt", language: "uk"))
        #expect(RemoteQuestion.words(typed: "x", language: "1;") == .words("x", language: "en"))
    }
}
