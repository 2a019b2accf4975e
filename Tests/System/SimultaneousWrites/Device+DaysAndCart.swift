import Calendar
import Contracts
import Foundation
import SeededRandom

extension Device {
    func setWater(_ key: String, _ generator: inout SeededGenerator) async throws {
        let (day, ml) = (anyDay(&generator), Int.random(in: 1...3_000, using: &generator))
        let path = "/v1/diary/days/\(day)/water"
        let extras = try await send("PUT", path, #"{"ml":\#(ml)}"#, key, expecting: [200]).decode(DayExtras.self)
        guard extras.waterMl == ml else {
            throw WrongAnswer(description: "\(ml) ml on \(day) were answered with \(extras.waterMl) ml")
        }
        diary.change { state in
            if state.water[day].map({ $0.version < extras.version }) ?? true { state.water[day] = extras }
        }
    }

    /// Adds one step of the food.
    ///
    /// Steps of both devices add up, also over checkouts, because they do not follow the amount that was logged last.
    func addToCart(_ key: String) async throws {
        let path = "/v1/diary/cart/items/\(food)"
        _ = try await send("PUT", path, #"{"more":1,"first":"step"}"#, key, expecting: [200])
        diary.change { $0.steps += 1 }
    }

    func checkOut(_ key: String, _ generator: inout SeededGenerator) async throws {
        let (day, meal) = (anyDay(&generator), anyMeal(&generator))
        let json = #"{"date":"\#(day)","meal":"\#(meal)"}"#
        let answer = try await send("POST", "/v1/diary/cart/checkout", json, key, expecting: [200, 409])
        guard answer.status == 200 else { return }
        let reply = try answer.decode(DiaryCartCheckout.Reply.self)
        let logged = reply.day.meals.flatMap(\.entries).filter { reply.entries.contains($0.id) }
        // No other device knows the new ids yet, so no entry can be removed.
        guard logged.count == reply.entries.count, reply.day.date == day, logged.allSatisfy({ $0.meal == meal }) else {
            throw WrongAnswer(description: "the checkout \(key) was answered without its entries")
        }
        diary.change { state in
            for entry in logged {
                state.record(entry)
                if entry.foodId == food { state.loggedSteps += Self.steps(entry.grams, entry.quantity) }
            }
        }
    }

    /// Converts an amount to steps of the cart.
    static func steps(_ grams: Double?, _ quantity: Double?) -> Double {
        quantity ?? (grams ?? 0) / DiaryCartItemsSet.gramsPerStep
    }

    /// Copies the source day to a day without other writes.
    func copy(_ key: String, _ number: Int) async throws {
        let day = Self.copySource.advanced(by: 1 + Self.devicesEach * number + index)
        let json = #"{"from":"\#(Self.copySource)"}"#
        _ = try await send("POST", "/v1/diary/days/\(day)/copy", json, key, expecting: [200])
        diary.change { _ = $0.copies.insert(day) }
    }
}
