import Contracts
import Foundation

/// One of somebody's devices: it writes whatever its seed says, each time under a key, again and again until it is
/// answered.
struct Device: Sendable {
    /// A problem with the entry as it now is.
    struct Refusal: Decodable {
        let current: DiaryEntry?
    }

    /// An answer that contradicts what was asked.
    struct WrongAnswer: Error, CustomStringConvertible {
        let description: String
    }

    /// The day that is copied, in 1950; nothing else is written on the days after it, to which it is copied.
    static let pantry = PlainDate(dayNumber: -7_000)
    static let devicesEach = 2
    /// Days that the devices write on: today and before.
    static let days = 10
    /// So many entries are enough: then they remove rather than add.
    private static let entriesEnough = 120
    private static let copiesMax = 40
    private static let patience = Duration.seconds(60)
    /// Whoever is refused comes again after a moment; nothing depends on how long it is.
    private static let rest = Duration.milliseconds(10)

    let name: String
    /// Tells the devices of one person apart.
    let index: Int
    let gateways: [HTTPClient]
    let diary: AcknowledgedDiary
    let today: PlainDate
    /// What it puts into the cart.
    let food: FoodID
    /// Told of each answer, good or bad.
    let answers: AsyncStream<Void>.Continuation

    /// Writes until it is told to stop, and until the last write is answered.
    func write(seed: Int, until isOver: @Sendable () -> Bool) async throws {
        var numbers = SeededGenerator(seed: seed)
        var number = 0
        while !isOver() {
            try await step("\(name)-\(number)", number, &numbers)
            number += 1
        }
    }

    private func step(_ key: String, _ number: Int, _ numbers: inout SeededGenerator) async throws {
        let isLong = diary.state.entries.count > Self.entriesEnough
        switch Int.random(in: 0..<20, using: &numbers) {
        case 0..<5 where !isLong: try await add(key, &numbers)
        case 5..<8 where !isLong: try await put(key, &numbers)
        case 8..<12: try await change(key, &numbers)
        case 12..<14: try await replace(key, &numbers)
        case 15: try await drink(key, &numbers)
        case 16..<18: try await addToCart(key)
        case 18: try await checkOut(key, &numbers)
        case 19 where diary.state.copies.count < Self.copiesMax: try await copy(key, number)
        default: try await remove(key, &numbers)
        }
    }

    /// One of the expected answers, however often it takes.
    func insist(
        _ method: String,
        _ path: String,
        _ json: String? = nil,
        _ headers: [String: String] = [:],
        expecting statuses: Set<Int>
    ) async throws -> HTTPClient.Answer {
        let deadline = ContinuousClock.now.advanced(by: Self.patience)
        var attempt = index
        while ContinuousClock.now < deadline {
            let answer = try? await gateways[attempt % gateways.count].send(method, path, json, headers)
            answers.yield()
            attempt += 1
            if let answer {
                if statuses.contains(answer.status) { return answer }
                let isOfTheMoment = answer.status > 500 || answer.status == 429
                guard isOfTheMoment else { throw WrongAnswer(description: "\(path): \(UnexpectedAnswer(answer))") }
            }
            try await Task.sleep(for: Self.rest)
        }
        throw WrongAnswer(description: "\(method) \(path) of \(name) was never answered")
    }

    /// A write under its key, which was acknowledged if the answer is good.
    func send(
        _ method: String,
        _ path: String,
        _ json: String?,
        _ key: String,
        ifVersion: Int? = nil,
        expecting statuses: Set<Int>
    ) async throws -> HTTPClient.Answer {
        var headers = ["Idempotency-Key": key]
        if let ifVersion { headers["If-Match"] = "\"\(ifVersion)\"" }
        let answer = try await insist(method, path, json, headers, expecting: statuses)
        if answer.status < 300 { diary.change { $0.acknowledged += 1 } }
        return answer
    }

    func anyDay(_ numbers: inout SeededGenerator) -> PlainDate {
        today.advanced(by: -Int.random(in: 0..<Self.days, using: &numbers))
    }

    func anyMeal(_ numbers: inout SeededGenerator) -> Meal {
        Meal.allCases[Int.random(in: 0..<Meal.allCases.count, using: &numbers)]
    }

    func anyKcal(_ numbers: inout SeededGenerator) -> Int { Int.random(in: 1...400, using: &numbers) }
}
