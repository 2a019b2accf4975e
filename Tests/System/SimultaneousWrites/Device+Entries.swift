import Calendar
import Contracts
import Foundation
import SeededRandom

extension Device {
    /// Creates an entry under an id of the service.
    func add(_ key: String, _ generator: inout SeededGenerator) async throws {
        let (day, meal, kcal) = (anyDay(&generator), anyMeal(&generator), anyKcal(&generator))
        let json = #"{"meal":"\#(meal)","name":"\#(key)","kcal":\#(kcal)}"#
        let answer = try await send("POST", "/v1/diary/days/\(day)/entries", json, key, expecting: [201])
        try recordNew(try answer.decode(), day, meal, key, kcal)
    }

    /// Creates an entry under an id of the device, as an offline device does.
    func put(_ key: String, _ generator: inout SeededGenerator) async throws {
        let (day, meal, kcal) = (anyDay(&generator), anyMeal(&generator), anyKcal(&generator))
        let json = #"{"date":"\#(day)","meal":"\#(meal)","name":"\#(key)","kcal":\#(kcal)}"#
        let answer = try await send("PUT", "/v1/diary/entries/\(EntryID.make())", json, key, expecting: [200])
        try recordNew(try answer.decode(), day, meal, key, kcal)
    }

    private func recordNew(_ entry: DiaryEntry, _ day: PlainDate, _ meal: Meal, _ name: String, _ kcal: Int) throws {
        let isAsRequested =
            entry.date == day && entry.meal == meal && entry.name == name && entry.nutrients.kcal == Double(kcal)
        guard isAsRequested, entry.version == 1 else {
            throw WrongAnswer(description: "\(name) was answered with another entry: \(entry)")
        }
        diary.record(entry)
    }

    /// Changes the energy, day, meal or position of an entry at its known version.
    func change(_ key: String, _ generator: inout SeededGenerator) async throws {
        guard let entry = diary.anyEntry(&generator) else { return }
        let kcal = anyKcal(&generator)
        let json =
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: #"{"date":"\#(anyDay(&generator))"}"#
            case 1: #"{"meal":"\#(anyMeal(&generator))"}"#
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
        try recordChange(of: entry, answer)
    }

    /// Replaces an entry at its known version.
    func replace(_ key: String, _ generator: inout SeededGenerator) async throws {
        guard let entry = diary.anyEntry(&generator), entry.foodId == nil else { return }
        let (day, meal) = (anyDay(&generator), anyMeal(&generator))
        let answer = try await send(
            "PUT",
            "/v1/diary/entries/\(entry.id)",
            #"{"date":"\#(day)","meal":"\#(meal)","name":"\#(key)","kcal":\#(anyKcal(&generator))}"#,
            key,
            ifVersion: entry.version,
            expecting: [200, 412]
        )
        try recordChange(of: entry, answer)
    }

    func remove(_ key: String, _ generator: inout SeededGenerator) async throws {
        guard let entry = diary.anyEntry(&generator) else { return }
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
            try recordChange(of: entry, answer)
        }
    }

    /// Records the answer to a change.
    ///
    /// After a conflict, the device continues with the current entry.
    private func recordChange(of entry: DiaryEntry, _ answer: HTTPClient.Answer) throws {
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
        let isConflict = answer.status == 412
        guard isConflict ? now.version > entry.version : now.version == entry.version + 1 else {
            throw WrongAnswer(
                description: "\(entry.name) was answered with \(answer.status) and version \(now.version) "
                    + "for version \(entry.version)"
            )
        }
        diary.record(now)
    }
}
