/// When mail that could not be sent is tried again, and when no more.
package struct MailSchedule: Sendable {
    /// With the usual first rest, half a day: a mail server that is away longer is nobody's any more.
    package static let attemptsMax = 20
    /// Mail that is two hours late is still of use, and a server that is away is not asked in vain all the time.
    static let restMaxS = 3_600

    /// In seconds; long enough for a server to start again.
    package var firstRestS = 10

    package init() {}

    /// How long to rest after so many attempts, in seconds.
    package func restS(after attempts: Int) -> Int {
        // Far beyond an hour already; more would only overflow.
        let doublings = min(attempts - 1, 12)
        return min(firstRestS << doublings, Self.restMaxS)
    }
}
