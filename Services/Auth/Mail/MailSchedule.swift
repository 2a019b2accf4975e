/// The retry schedule of mail that could not be sent.
package struct MailSchedule: Sendable {
    /// With the default first delay, attempts span half a day; a longer outage of a mail server is considered
    /// permanent.
    package static let attemptsMax = 20
    /// Maximum delay in seconds: delivers mail soon after a mail server returns, without constant attempts before.
    static let delayMaxS = 3_600

    /// Delay after the first attempt, in seconds: long enough for a mail server to restart.
    package var firstDelayS = 10

    package init() {}

    /// Returns the delay after the given number of attempts, in seconds.
    package func delayS(after attempts: Int) -> Int {
        // Twelve doublings exceed the maximum already; more could overflow.
        let doublings = min(attempts - 1, 12)
        return min(firstDelayS << doublings, Self.delayMaxS)
    }
}
