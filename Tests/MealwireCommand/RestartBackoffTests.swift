import MealwireCommand
import Testing

@Suite struct RestartBackoffTests {
    @Test func `the delay doubles from a tenth of a second to ten seconds`() {
        var backoff = RestartBackoff()
        let rests = (0..<9).map { _ in backoff.rest(afterLifeOf: .zero) }
        let expected = [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]
        #expect(rests == expected.map { .milliseconds($0) })
    }

    @Test func `a healthy life resets the delay`() {
        var backoff = RestartBackoff()
        for _ in 0..<5 { _ = backoff.rest(afterLifeOf: .seconds(29)) }
        #expect(backoff.rest(afterLifeOf: .seconds(30)) == .milliseconds(100))
        #expect(backoff.rest(afterLifeOf: .zero) == .milliseconds(200))
    }
}
