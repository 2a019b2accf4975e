import Calendar
import Contracts
import Foundation
import TestSupport
import Testing

/// Users with two devices each, and the writes acknowledged to them.
struct SimulatedUsers: Sendable {
    struct Person: Sendable {
        let user: UserID
        let name: String
        let diary: AcknowledgedDiary
        let devices: [Device]

        /// Reads a path, without recording it.
        func get(_ path: String) async throws -> HTTPClient.Answer {
            try await devices[0].sendUntilAnswered("GET", path, expecting: [200])
        }

        func day(_ date: PlainDate) async throws -> DiaryDay { try await get("/v1/diary/days/\(date)").decode() }
    }

    private static let names = ["Anna", "Benjamin", "Cleo", "Dmytro"]
    private static let profile =
        #""sex":"male","birthDate":"1990-05-17","heightCm":180,"weightKg":80,"activityLevel":"light","goal":"keep""#
    /// Names and energies of the entries on the source day of the copies.
    static let copiedEntries = ["Bread": 250.0, "Cheese": 110, "Tea": 2]

    let people: [Person]

    var devices: [Device] { people.flatMap(\.devices) }

    /// Registers the users, before any fault is injected.
    ///
    /// - Parameters:
    ///   - stack: The stack.
    ///   - answers: Receives an element for each answer to a device.
    /// - Returns: Sharing users, with two devices each that begin at different gateways.
    /// - Throws: An error if a user cannot be registered.
    static func register(_ stack: StackFixture, answers: AsyncStream<Void>.Continuation) async throws -> SimulatedUsers
    {
        let second = try await stack.startSecondGateway()
        for name in FaultInjector.standbys { try stack.start(name) }
        var people: [Person] = []
        for name in names {
            let user = try await User.register(stack, name, profile)
            let today = try await prepare(user)
            let found = try await user.http.get("/v1/foods?q=banana&limit=1").decode(CatalogSearch.Reply.self)
            let food = try #require(found.items.first).id
            let diary = AcknowledgedDiary()
            let devices = (0..<Device.devicesEach).map { index in
                Device(
                    name: "\(name)-\(index)",
                    index: index,
                    gateways: [stack.http, second].map { $0.with(token: user.session.accessToken) },
                    diary: diary,
                    today: today,
                    food: food,
                    answers: answers
                )
            }
            people.append(Person(user: user.session.user.id, name: name, diary: diary, devices: devices))
        }
        return SimulatedUsers(people: people)
    }

    /// Prepares a user: shares, waits for a target, fills the source day, and returns the user's current date.
    private static func prepare(_ user: User) async throws -> PlainDate {
        let shared = try await user.http.patch("/v1/profile", #"{"shares":{"leaderboard":true}}"#)
        guard shared.status == 200 else { throw UnexpectedAnswer(shared) }
        for (name, kcal) in copiedEntries {
            let json = #"{"meal":"snack","name":"\#(name)","kcal":\#(kcal)}"#
            let stored = try await user.http.post("/v1/diary/days/\(Device.copySource)/entries", json)
            guard stored.status == 201 else { throw UnexpectedAnswer(stored) }
        }
        return try await eventualValue("the diary knows the target") {
            let day = try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self)
            return day.target == nil ? nil : day.date
        }
    }

    /// Returns a copy of each diary at this moment.
    func replicas() async throws -> [Replica] {
        var replicas: [Replica] = []
        for person in people {
            var replica = Replica()
            try await replica.catchUp(person.get)
            replicas.append(replica)
        }
        return replicas
    }
}
