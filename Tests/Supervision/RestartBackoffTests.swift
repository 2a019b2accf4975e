import Supervision
import Testing

@Suite struct RestartBackoffTests {
    @Test func `the delay doubles from a tenth of a second to ten seconds`() {
        var backoff = RestartBackoff()
        let delays = (0..<9).map { _ in backoff.delay(afterLifeOf: .zero) }
        let expected = [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]
        #expect(delays == expected.map { .milliseconds($0) })
    }

    @Test func `a healthy life resets the delay`() {
        var backoff = RestartBackoff()
        for _ in 0..<5 { _ = backoff.delay(afterLifeOf: .seconds(29)) }
        #expect(backoff.delay(afterLifeOf: .seconds(30)) == .milliseconds(100))
        #expect(backoff.delay(afterLifeOf: .zero) == .milliseconds(200))
    }
}
