import Calendar
import CommandSupport
import Contracts
import JSONCoding
import NIOCore
import Synchronization

/// Creates the users of a run and deletes them afterwards.
struct LoadPeople: Sendable {
    /// The number of concurrent requests.
    ///
    /// The stack hashes two passwords at a time; a third request waits.
    private static let concurrency = 3
    private static let attemptsMax = 40
    private static let retryPauseMs = 250

    let client: LoadClient
    let seed: Int
    let stop: LoadStop

    /// Registers users, or signs in those that an earlier run with the same seed has left.
    ///
    /// - Parameters:
    ///   - count: The number of users.
    ///   - made: Records each user at once, so that all are deleted even after a failure.
    ///   - isReady: Called for each user that is ready.
    /// - Throws: `CommandFailure` with the error of the stack.
    func make(_ count: Int, _ made: CreatedPeople, _ isReady: @escaping @Sendable () -> Void) async throws {
        try await forEach(0..<count) { number in
            guard !stop.isRequested else { return }
            let person = try await signedIn(number)
            made.add(person)
            await joinLeaderboard(person)
            made.setToday(try await today(of: person), of: person)
            isReady()
        }
    }

    /// Deletes users.
    ///
    /// - Returns: The number of users that could not be deleted.
    func erase(_ people: [LoadPerson], _ erased: @escaping @Sendable () -> Void) async -> Int {
        let failures = AtomicCounter()
        // The body throws nothing; it counts what fails.
        try? await forEach(people) { person in
            if await isErased(person) { erased() } else { failures.increment() }
        }
        return failures.value
    }

    /// Runs the body for each item, a few at a time.
    private func forEach<Items: Sequence & Sendable>(
        _ items: Items,
        _ body: @escaping @Sendable (Items.Element) async throws -> Void
    ) async throws where Items.Element: Sendable {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, item) in items.enumerated() {
                if index >= Self.concurrency { _ = try await group.next() }
                group.addTask { try await body(item) }
            }
            try await group.waitForAll()
        }
    }

    private func signedIn(_ number: Int) async throws -> LoadPerson {
        let account = LoadAccount(seed: seed, number: number)
        var answer = await ask(account.registration)
        if case .bad(let kind) = answer.outcome, kind.contains(ErrorCode.conflict.rawValue) {
            answer = await ask(account.login)
        }
        guard let session = LoadSessions.session(in: answer) else {
            throw CommandFailure("Accounts cannot be created for the test: \(Self.reason(answer))")
        }
        return LoadPerson(
            email: account.email,
            password: account.password,
            session: session,
            signedInAtNs: NIODeadline.now().uptimeNanoseconds,
            today: PlainDate(dayNumber: 0)
        )
    }

    /// Adds a user to the leaderboard.
    private func joinLeaderboard(_ person: LoadPerson) async {
        var change = ProfileChange()
        change.shares = .set(SharesChange(leaderboard: true))
        _ = await ask(LoadCall(ProfileUpdate(change)), as: person)
    }

    /// Waits until the diary has the user's target, and returns the user's current day.
    ///
    /// Before that, the diary does more work than on other days.
    private func today(of person: LoadPerson) async throws -> PlainDate {
        let call = LoadCall(DiaryDayGet(date: .today), keepsBody: true)
        var answer = await ask(call, as: person)
        for _ in 0..<Self.attemptsMax where !stop.isRequested {
            if answer.isGood {
                let day = try PayloadCoder.decodeReply(DiaryDay.self, from: answer.body)
                if day.target != nil { return day.date }
            }
            try? await Task.sleep(for: .milliseconds(Self.retryPauseMs))
            answer = await ask(call, as: person)
        }
        guard stop.isRequested else {
            throw CommandFailure(
                "The diary of an account created for the test does not get ready: \(Self.reason(answer))"
            )
        }
        return PlainDate(dayNumber: 0)
    }

    private func isErased(_ person: LoadPerson) async -> Bool {
        let call = LoadCall(AuthAccountDelete(password: person.password))
        let answer = await ask(call, as: person)
        if answer.isGood { return true }
        // The access token may have expired.
        let account = LoadAccount(email: person.email, password: person.password)
        guard let session = LoadSessions.session(in: await ask(account.login)) else { return false }
        var again = person
        again.renew(session)
        return await ask(call, as: again).isGood
    }

    /// Sends a request, and repeats it while the stack is overloaded.
    private func ask(_ call: LoadCall, as person: LoadPerson? = nil) async -> LoadAnswer {
        var answer = await client.ask(call, as: person)
        for _ in 0..<Self.attemptsMax {
            guard case .bad(let kind) = answer.outcome, Self.isTemporary(kind) else { return answer }
            try? await Task.sleep(for: .milliseconds(Self.retryPauseMs))
            answer = await client.ask(call, as: person)
        }
        return answer
    }

    private static func isTemporary(_ kind: String) -> Bool {
        let passing = [ErrorCode.overloaded, .tooManyRequests, .unavailable]
        return passing.contains { kind.contains($0.rawValue) }
    }

    /// Returns the reason of a failure, with the message of the stack if it sent one.
    static func reason(_ answer: LoadAnswer) -> String {
        guard case .bad(let kind) = answer.outcome else { return "its answer cannot be read." }
        guard !answer.body.isEmpty else { return "\(kind)." }
        // On the queue, the body is the message itself.
        // Without a problem document, the body itself is shown.
        let problem = try? PayloadCoder.decodeReply(Problem.self, from: answer.body)
        return "\(kind): \(problem?.detail ?? String(decoding: answer.body, as: UTF8.self))"
    }

    private struct Problem: Decodable {
        let detail: String
    }
}

/// The users that a run has created so far, so that all are deleted however it ends.
final class CreatedPeople: Sendable {
    private let people = Mutex<[LoadPerson]>([])

    func add(_ person: LoadPerson) { people.withLock { $0.append(person) } }

    /// Records the current day of a user.
    func setToday(_ today: PlainDate, of person: LoadPerson) {
        people.withLock { people in
            guard let index = people.lastIndex(where: { $0.user == person.user }) else { return }
            people[index].today = today
        }
    }

    var all: [LoadPerson] { people.withLock { $0 } }
}

/// A counter that several tasks may increment.
final class AtomicCounter: Sendable {
    private let count = Atomic(0)

    func increment() { count.add(1, ordering: .relaxed) }

    var value: Int { count.load(ordering: .relaxed) }
}
