import Calendar
import CommandSupport
import Contracts
package import MessageBus

/// Fills the accounts of a demonstration, by the methods that apps use.
///
/// What is there already stays as it is, so that a second run only adds the days since the first one.
package struct DemoRun: Sendable {
    private static let groupName = "Family and friends"
    private static let challengeDays = 14
    private static let planDays = 7

    private let bus: MessageBus

    /// - Parameter bus: Connects to the stack as its operator.
    package init(bus: MessageBus) {
        self.bus = bus
    }

    /// Fills all accounts.
    ///
    /// - Returns: The number of days that were filled.
    /// - Throws: `CommandFailure` if the stack is no demonstration, or with the message of a service.
    package func fill() async throws -> Int {
        let stack = DemoCaller(bus: bus, user: nil)
        guard try await stack.send(AuthRegistration()).demoAccounts != nil else {
            throw CommandFailure("This stack is no demonstration. Start one with `mealwire up --demo` on new data.")
        }
        var people: [DemoUser] = []
        for person in DemoPerson.all {
            // Names of users may contain the address of another one.
            let found = try await stack.send(AuthOperatorUsersList(q: person.account.email)).items
            guard let user = found.first(where: { $0.email == person.account.email }) else {
                throw CommandFailure("The demonstration has no account \(person.account.account).")
            }
            people.append(DemoUser(person: person, caller: DemoCaller(bus: bus, user: user.id)))
        }
        let days = try await withThrowingTaskGroup(of: Int.self) { group in
            for person in people { group.addTask { try await person.fill() } }
            return try await group.reduce(0, +)
        }
        try await makeGroup(people)
        if let first = people.first { try await makePlan(of: first.caller) }
        return days
    }

    /// Makes a group of all, with a challenge that is not over.
    private func makeGroup(_ people: [DemoUser]) async throws {
        guard let owner = people.first?.caller else { return }
        let known = try await owner.send(LeaderboardGroupsList()).items.first { $0.name == Self.groupName }
        let group: LeaderboardGroup
        if let known {
            group = try await owner.send(LeaderboardGroupsGet(id: known.id))
        } else {
            group = try await owner.send(LeaderboardGroupsAdd(name: Self.groupName))
            for person in people.dropFirst() {
                _ = try await person.caller.send(LeaderboardGroupsJoin(code: group.code))
            }
        }
        guard group.challenges.allSatisfy(\.finished) else { return }
        // A challenge cannot begin in the past. Of its metrics, only logged days and streaks count today before it is
        // over, so that the standing has all three from the first day on.
        let today = try await owner.send(DiaryDayGet(date: .today)).date
        _ = try await owner.send(
            LeaderboardChallengesAdd(
                id: group.id,
                metric: .logged,
                from: .date(today),
                to: .date(today.advanced(by: Self.challengeDays - 1))
            )
        )
    }

    /// Makes a menu for a week, unless there is one with days to come.
    private func makePlan(of user: DemoCaller) async throws {
        let today = try await user.send(DiaryDayGet(date: .today)).date
        let newest = try await user.send(DiaryPlansList(limit: 1)).items.first
        guard newest.map({ $0.from.advanced(by: Self.planDays) <= today }) ?? true else { return }
        do throws(ServiceError) {
            _ = try await user.send(DiaryPlansMake(days: Self.planDays, seed: Self.planDays))
        } catch {
            // No menu may meet the target of a profile that a visitor has changed.
            guard [.conflict, .profileIncomplete].contains(error.code) else { throw error }
        }
    }
}

/// Calls methods as a user, or as the operator without one.
struct DemoCaller: Sendable {
    /// A start of the stack is over by then; a busy machine needs some seconds.
    private static let attemptsMax = 60
    private static let pause = Duration.milliseconds(250)

    let bus: MessageBus
    let user: UserID?

    /// Sends a request, and repeats it while its service cannot answer.
    func send<Request: Contract>(_ request: Request) async throws(ServiceError) -> Request.Reply {
        let method = Request.method
        let key = method.effect == .keyedWrite ? GeneratedKey.make() : nil
        var attempts = 0
        while true {
            let context = RequestContext(
                id: .make(),
                principal: user.map { Principal(user: $0, roles: [.user], session: .make()) },
                idempotencyKey: key,
                deadline: .after(milliseconds: method.timeoutMs),
                traceparent: nil
            )
            do throws(ServiceError) {
                return try await bus.call(request, context)
            } catch {
                attempts += 1
                guard error.code.isRetryable, attempts < Self.attemptsMax,
                    (try? await Task.sleep(for: Self.pause)) != nil
                else { throw error }
            }
        }
    }
}
