import Calendar
import Contracts
import Demonstration
import Testing

/// What the users of a demonstration log.
@Suite struct DemoDayTests {
    private let today = PlainDate(dayNumber: 20_600)

    /// Returns one food with 200 kcal in 100 g for each text of a person.
    private func foods(_ person: DemoPerson) -> [String: [DemoFood]] {
        Dictionary(
            uniqueKeysWithValues: person.meals.flatMap(\.texts).map {
                ($0, [DemoFood(id: .make(), grams: 250, kcal: 200)])
            }
        )
    }

    private func days(_ person: DemoPerson, _ foods: [String: [DemoFood]]) -> [DemoDay] {
        (0..<DemoDay.count).map { DemoDay(of: person, foods, today: today, age: $0, targetKcal: 1_900) }
    }

    @Test func `there are three users with all meals, each of which the parser may read`() {
        #expect(DemoPerson.all.map(\.account) == DemoAccount.all)
        for person in DemoPerson.all {
            #expect(person.meals.map(\.meal) == [.breakfast, .lunch, .dinner, .snack])
            for text in person.meals.flatMap(\.texts) {
                #expect(CatalogFoodsParse.textLength.contains(text.unicodeScalars.count))
            }
        }
    }

    @Test func `the same day is planned alike again, with the same ids`() throws {
        for person in DemoPerson.all {
            let foods = foods(person)
            for (first, second) in zip(days(person, foods), days(person, foods)) {
                #expect(first.entries.map(\.id) == second.entries.map(\.id))
                #expect(first.entries.map(\.amount) == second.entries.map(\.amount))
                #expect(first.water.map(\.id) == second.water.map(\.id))
                #expect(first.measurements.map(\.value) == second.measurements.map(\.value))
                #expect(first.note == second.note)
            }
        }
    }

    @Test func `no two things have the same id`() {
        let all = DemoPerson.all.flatMap { days($0, foods($0)) }
        let ids = all.flatMap { day in
            day.entries.map(\.id.description) + day.water.map(\.id.description) + day.measurements.map(\.id.description)
        }
        #expect(Set(ids).count == ids.count)
    }

    @Test func `complete days meet the target about, and every request satisfies its rules`() throws {
        for person in DemoPerson.all {
            for day in days(person, foods(person)) {
                for entry in day.entries { #expect(try DiaryEntriesPut.rules.errors(in: entry).isEmpty) }
                for water in day.water { #expect(try DiaryWaterAdd.rules.errors(in: water).isEmpty) }
                for value in day.measurements { #expect(try ProfileMeasurementsPut.rules.errors(in: value).isEmpty) }
                guard day.isComplete else { continue }
                let kcal = day.entries.reduce(0) { $0 + ($1.amount.grams ?? 0) * 2 }
                #expect((0.85 * 1_900...1.12 * 1_900).contains(kcal), "\(day.date)")
            }
        }
    }

    @Test func `only the morning of today is logged, yesterday is complete, and some days are not`() throws {
        for person in DemoPerson.all {
            let days = days(person, foods(person))
            #expect(Set(days[0].entries.map(\.meal)) == [.breakfast])
            #expect(!days[0].isComplete && days[1].isComplete)
            #expect(days[0].measurements.map(\.kind) == [.weight])
            #expect(days.count(where: \.isComplete) >= 50)
            #expect(days.dropFirst().contains { !$0.isComplete && !$0.entries.contains { $0.meal == .dinner } })
            #expect(days.contains { $0.note != nil })
            #expect(days.contains { $0.measurements.contains { $0.kind == .activeEnergy } })
        }
    }

    @Test func `the weight follows the goal`() throws {
        func weights(_ person: DemoPerson) -> [Double] {
            days(person, foods(person)).flatMap(\.measurements).filter { $0.kind == .weight }.map(\.value)
        }
        let (loses, gains) = (weights(DemoPerson.all[0]), weights(DemoPerson.all[2]))
        #expect(loses.count == DemoDay.count)
        #expect(try #require(loses.last) - loses[0] > 2)
        #expect(try #require(gains.last) - gains[0] < -1)
    }
}
