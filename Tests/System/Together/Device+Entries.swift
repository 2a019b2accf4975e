import Contracts
import Foundation

extension Device {
    /// An entry whose id the service chooses.
    func add(_ key: String, _ numbers: inout SeededGenerator) async throws {
        let (day, meal, kcal) = (anyDay(&numbers), anyMeal(&numbers), anyKcal(&numbers))
        let json = #"{"meal":"\#(meal)","name":"\#(key)","kcal":\#(kcal)}"#
        let answer = try await send("POST", "/v1/diary/days/\(day)/entries", json, key, expecting: [201])
        try take(try answer.decode(), day, meal, key, kcal)
    }

    /// An entry as a device makes it that is away: under an id of its own.
    func put(_ key: String, _ numbers: inout SeededGenerator) async throws {
        let (day, meal, kcal) = (anyDay(&numbers), anyMeal(&numbers), anyKcal(&numbers))
        let json = #"{"date":"\#(day)","meal":"\#(meal)","name":"\#(key)","kcal":\#(kcal)}"#
        let answer = try await send("PUT", "/v1/diary/entries/\(EntryID.make())", json, key, expecting: [200])
        try take(try answer.decode(), day, meal, key, kcal)
    }

    private func take(_ entry: DiaryEntry, _ day: PlainDate, _ meal: Meal, _ name: String, _ kcal: Int) throws {
        let isAsAsked =
            entry.date == day && entry.meal == meal && entry.name == name && entry.nutrients.kcal == Double(kcal)
        guard isAsAsked, entry.version == 1 else {
            throw WrongAnswer(description: "\(name) was answered with another entry: \(entry)")
        }
        diary.take(entry)
    }

    /// Another amount, day, meal or place of an entry, as this device knows it.
    func change(_ key: String, _ numbers: inout SeededGenerator) async throws {
        guard let entry = diary.anyEntry(&numbers) else { return }
        let kcal = anyKcal(&numbers)
        let json =
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0: #"{"date":"\#(anyDay(&numbers))"}"#
            case 1: #"{"meal":"\#(anyMeal(&numbers))"}"#
            case 2 where entry.foodId == nil: #"{"kcal":\#(kcal)}"#
            default: #"{"position":0}"#
            }
        let answer = try await send(
            "PATCH",
            "/v1/diary/entries/\(entry.id)",
            json,
            key,
            ifVersion: entry.version,
            expecting: [200, 404, 412]
        )
        try takeChange(of: entry, answer)
    }

    /// The whole entry anew, of which this device knows a version.
    func replace(_ key: String, _ numbers: inout SeededGenerator) async throws {
        guard let entry = diary.anyEntry(&numbers), entry.foodId == nil else { return }
        let (day, meal) = (anyDay(&numbers), anyMeal(&numbers))
        let answer = try await send(
            "PUT",
            "/v1/diary/entries/\(entry.id)",
            #"{"date":"\#(day)","meal":"\#(meal)","name":"\#(key)","kcal":\#(anyKcal(&numbers))}"#,
            key,
            ifVersion: entry.version,
            expecting: [200, 412]
        )
        try takeChange(of: entry, answer)
    }

    func remove(_ key: String, _ numbers: inout SeededGenerator) async throws {
        guard let entry = diary.anyEntry(&numbers) else { return }
        let answer = try await send(
            "DELETE",
            "/v1/diary/entries/\(entry.id)",
            nil,
            key,
            ifVersion: entry.version,
            expecting: [204, 404, 412]
        )
        if answer.status == 204 {
            diary.change { $0.remove(entry.id) }
        } else {
            try takeChange(of: entry, answer)
        }
    }

    /// Whoever comes too late takes what there is now, and goes on from that.
    private func takeChange(of entry: DiaryEntry, _ answer: HTTPClient.Answer) throws {
        let now: DiaryEntry? =
            switch answer.status {
            case 404: nil
            case 412: try answer.decode(Refusal.self).current
            default: try answer.decode(DiaryEntry.self)
            }
        guard let now else {
            diary.change { _ = $0.missed.insert(entry.id) }
            return
        }
        let isLate = answer.status == 412
        guard isLate ? now.version > entry.version : now.version == entry.version + 1 else {
            throw WrongAnswer(
                description: "\(entry.name) was answered with \(answer.status) and version \(now.version) "
                    + "for version \(entry.version)"
            )
        }
        diary.take(now)
    }
}
