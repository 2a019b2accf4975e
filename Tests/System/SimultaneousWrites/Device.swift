import Calendar
import Contracts
import Foundation
import SeededRandom
import TestSupport
import Testing

/// One device of a user.
///
/// It makes random writes from its seed and repeats each under its key until it is answered.
struct Device: Sendable {
    /// A problem document with the current entry.
    struct Refusal: Decodable {
        let current: DiaryEntry?
    }

    /// An answer that contradicts the request.
    struct WrongAnswer: Error, CustomStringConvertible {
        let description: String
    }

    /// The source day of the copies, in 1950.
    ///
    /// Nothing else is written to it, nor to the days after it, which receive the copies.
    static let copySource = PlainDate(dayNumber: -7_000)
    static let devicesEach = 2
    /// The number of days that the devices write to: today and the days before.
    static let days = 10
    /// Above this number of entries, devices remove instead of adding.
    private static let entriesTarget = 120
    private static let copiesMax = 40

    let name: String
    /// Distinguishes the devices of one user.
    let index: Int
    let gateways: [HTTPClient]
    let diary: AcknowledgedDiary
    let today: PlainDate
    /// The food that the device adds to the cart.
    let food: FoodID
    /// Receives an element for each answer, good or bad.
    let answers: AsyncStream<Void>.Continuation

    /// Writes until `isOver` returns true and the last write is answered.
    func write(seed: Int, until isOver: @Sendable () -> Bool) async throws {
        var generator = SeededGenerator(seed: seed)
        var number = 0
        while !isOver() {
            try await step("\(name)-\(number)", number, &generator)
            number += 1
        }
    }

    private func step(_ key: String, _ number: Int, _ generator: inout SeededGenerator) async throws {
        let isFull = diary.state.entries.count > Self.entriesTarget
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<5 where !isFull: try await add(key, &generator)
        case 5..<8 where !isFull: try await put(key, &generator)
        case 8..<12: try await change(key, &generator)
        case 12..<14: try await replace(key, &generator)
        case 15: try await setWater(key, &generator)
        case 16..<18: try await addToCart(key)
        case 18: try await checkOut(key, &generator)
        case 19 where diary.state.copies.count < Self.copiesMax: try await copy(key, number)
        default: try await remove(key, &generator)
        }
    }

    /// Repeats a request until it gets one of the expected statuses.
    func sendUntilAnswered(
        _ method: String,
        _ path: String,
        _ json: String? = nil,
        _ headers: [String: String] = [:],
        expecting statuses: Set<Int>
    ) async throws -> HTTPClient.Answer {
        var attempt = index
        let answer = try await eventualValue("\(method) \(path) of \(name) is answered") {
            defer {
                answers.yield()
                attempt += 1
            }
            let answer = try await gateways[attempt % gateways.count].send(method, path, json, headers)
            let isTemporary = answer.status > 500 || answer.status == 429
            return isTemporary && !statuses.contains(answer.status) ? nil : answer
        }
        guard statuses.contains(answer.status) else {
            throw WrongAnswer(description: "\(path): \(UnexpectedAnswer(answer))")
        }
        return answer
    }

    /// Sends a write under its key and counts it if it succeeds.
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
        let answer = try await sendUntilAnswered(method, path, json, headers, expecting: statuses)
        if answer.status < 300 { diary.change { $0.acknowledged += 1 } }
        return answer
    }

    func anyDay(_ generator: inout SeededGenerator) -> PlainDate {
        today.advanced(by: -Int.random(in: 0..<Self.days, using: &generator))
    }

    func anyMeal(_ generator: inout SeededGenerator) -> Meal {
        Meal.allCases[Int.random(in: 0..<Meal.allCases.count, using: &generator)]
    }

    func anyKcal(_ generator: inout SeededGenerator) -> Int { Int.random(in: 1...400, using: &generator) }
}
