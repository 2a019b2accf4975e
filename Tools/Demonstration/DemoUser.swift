import Calendar
import Contracts

/// A user of a demonstration with an account that is filled.
struct DemoUser: Sendable {
    /// Days of one user that are written at once: writers share commits, and a start uses both processors.
    private static let daysAtOnce = 8
    /// What a write meets where a visitor has changed or removed what was there; it stays as the visitor left it.
    private static let visited: Set<ErrorCode> = [.conflict, .versionMismatch, .notFound]

    let person: DemoPerson
    let caller: DemoCaller

    /// Fills the profile, and the days without water, note and mark.
    ///
    /// - Returns: The number of days.
    func fill() async throws(ServiceError) -> Int {
        let profile = try await caller.send(ProfileGet())
        if profile.imageURL == nil {
            try await fillKitchen()
            // Last, because the image marks a user that is filled.
            try await fillProfile()
        }
        let today = try await caller.send(DiaryDayGet(date: .today)).date
        let ages = try await unfilledAges(today)
        guard !ages.isEmpty else { return 0 }
        let foods = try await foods()
        let targetKcal = try await caller.send(ProfileGet()).target?.dailyKcal ?? 2_000
        let days = ages.map { DemoDay(of: person, foods, today: today, age: $0, targetKcal: targetKcal) }
        // The newest first: the profile takes its weight, and the older ones change no target.
        for request in days.flatMap(\.measurements) { try await keepVisited(request) }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, day) in days.enumerated() {
                    if index >= Self.daysAtOnce { _ = try await group.next() }
                    group.addTask { try await write(day) }
                }
                try await group.waitForAll()
            }
        } catch {
            throw error as? ServiceError ?? ServiceError(.internalError, "\(error)")
        }
        return days.count
    }

    private func fillProfile() async throws(ServiceError) {
        _ = try await caller.send(ProfileUpdate(person.profile))
        let upload = ImageID.make()
        _ = try await caller.send(ImageUploadPage<ProfileImages>(upload: upload, page: 0, base64: person.picture))
        _ = try await caller.send(ImageSet<ProfileImages>(Empty(), upload: upload, pages: 1))
    }

    /// Returns the ages of the days to fill, newest first: those without water, note and mark, and today if it has no
    /// entries either.
    private func unfilledAges(_ today: PlainDate) async throws(ServiceError) -> [Int] {
        var ages: [Int] = []
        var from = today.advanced(by: 1 - DemoDay.count)
        while from <= today {
            let to = min(today, from.advanced(by: DiaryDays.daysMax - 1))
            let page = try await caller.send(DiaryDays(from: .date(from), to: .date(to)))
            for day in page.items where day.extrasVersion == 0 {
                let isTouched = day.date == today && day.meals.contains { !$0.entries.isEmpty }
                if !isTouched { ages.append(day.date.distance(to: today)) }
            }
            from = page.nextFrom ?? to.advanced(by: 1)
        }
        return ages.sorted()
    }

    /// Returns the foods of each text of the person's meals, as the catalog understands them.
    private func foods() async throws(ServiceError) -> [String: [DemoFood]] {
        var foods: [String: [DemoFood]] = [:]
        for text in person.meals.flatMap(\.texts) { foods[text] = try await parsed(text) }
        return foods
    }

    /// Returns the foods of a text as the catalog understands it.
    func parsed(_ text: String) async throws(ServiceError) -> [DemoFood] {
        try await caller.send(CatalogFoodsParse(text: text)).lines.compactMap { line in
            guard let food = line.food, let grams = line.grams, EntryLimits.grams.contains(grams) else { return nil }
            return DemoFood(id: food.id, grams: grams, kcal: food.kcal)
        }
    }

    private func write(_ day: DemoDay) async throws(ServiceError) {
        for entry in day.entries { try await keepVisited(entry) }
        // After the entries, so that a day that was interrupted is filled again.
        if let note = day.note { _ = try await caller.send(DiaryNoteSet(date: .date(day.date), text: note)) }
        if day.isComplete { _ = try await caller.send(DiaryDayComplete(date: .date(day.date))) }
        for water in day.water { try await keepVisited(water) }
    }

    /// Makes a write, which does nothing where a visitor has changed or removed what was there.
    func keepVisited<Request: Contract>(_ request: Request) async throws(ServiceError) {
        do throws(ServiceError) {
            _ = try await caller.send(request)
        } catch {
            guard Self.visited.contains(error.code) else { throw error }
        }
    }
}
