import Calendar
import Contracts
import EnergyFormulas
import SeededRandom
import Testing

/// The targets of several users in one message.
@Suite struct BatchTargetTests {
    /// The maximum size of a page.
    private static let pageBytesMax = 512 << 10

    private func targets(_ people: [CalculatorTarget]) throws -> [CalculatorTargets.Outcome] {
        let request = CalculatorTargets(people: people)
        return try TargetCalculation.targets(of: request.checked(), today: someDay).items
    }

    @Test func `each user's result has their position and equals a single calculation`() throws {
        var numbers = SeededGenerator(seed: 7)
        let people = (0..<256).map { _ in numbers.person() }
        let items = try targets(people)
        #expect(items.count == people.count)
        for (person, item) in zip(people, items) {
            #expect(item.target == (try target(person)))
            #expect(item.error == nil)
        }
    }

    @Test func `an invalid user does not affect the other results`() throws {
        let wrong = someMan { $0.heightCm = 20 }
        let items = try targets([someMan(), wrong, someWoman()])
        #expect(items.map { $0.target?.bmr } == [1_853.63, nil, 1_429.92])
        #expect(items[1].error?.code == .invalid)
        #expect(items[1].error?.details.map(\.field) == ["heightCm"])
    }

    @Test(arguments: [0, 257])
    func `a request has one to 256 users`(_ count: Int) {
        let error = #expect(throws: ServiceError.self) { try targets(Array(repeating: someMan(), count: count)) }
        #expect(error?.details.map(\.field) == ["people"])
    }

    @Test func `a full request and a reply with only errors fit into the size limit`() throws {
        let born = try #require(PlainDate("0001-01-01"))
        let wrong = CalculatorTarget(
            sex: .female,
            age: Int.min,
            birthDate: born,
            heightCm: -1.234_567_890_123_456_7e-300,
            weightKg: -1.234_567_890_123_456_7e-300,
            bodyFatPercent: -1.234_567_890_123_456_7e-300,
            activityLevel: .veryIntense,
            goal: .gain,
            formula: .eer2023
        )
        let page = CalculatorTargets(people: Array(repeating: wrong, count: CalculatorTargets.peopleCounts.upperBound))
        #expect(try PayloadCoder.encode(page).count <= Self.pageBytesMax)
        let reply = try TargetCalculation.targets(of: page, today: someDay)
        #expect(reply.items.allSatisfy { $0.error?.details.count == 8 }, "\(reply.items[0])")
        let bytes = try PayloadCoder.encode(reply)
        #expect(bytes.count <= Self.pageBytesMax, "\(bytes.count)")
        let read = try PayloadCoder.decodeReply(CalculatorTargets.Reply.self, from: bytes)
        #expect(read == reply)
    }

    @Test func `a cancelled request stops`() async {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try targets([someMan()])
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
