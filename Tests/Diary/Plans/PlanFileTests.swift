import Calendar
import Contracts
import Diary
import Foundation
import JSONCoding
import Storage
import TestSupport
import Testing

/// Plans in exported documents.
@Suite(.timeLimit(.minutes(5)))
struct PlanFileTests {
    private let sources = FakePlanSources(portionNames: ["uk": "1 slice"])

    /// Runs the body with a plan of two days, of which a dish is logged and a food is ticked.
    private func use(_ body: (DiaryFixture, DiaryPlans, DiaryPlan) async throws -> Void) async throws {
        try await DiaryFixture.use { diary in
            try await diary.setTarget(2_000, from: march(1))
            let service = sources.service(diary)
            let plan = try await service.make(DiaryPlansMake(name: "Week", days: 2), diary.context()).value
            let food = sources.foods[1].food.id
            let tick = DiaryPlansShoppingSet(id: plan.id, foodId: food, isTicked: true)
            _ = try await service.setTick(tick, diary.context())
            let logged = try await service.log(DiaryPlansLog(id: plan.id, day: 1, foodId: food), diary.context())
            try await body(diary, service, logged.plan)
        }
    }

    @Test func `plans of a document are the same in another account, and a second import adds nothing`()
        async throws
    {
        try await use { diary, service, plan in
            let file = try await diary.exported(.json)
            let other = UserID.make()
            let preview = try await diary.preview(file, .mealwire, as: other)
            #expect((preview.plans, preview.entries, preview.new, preview.refused) == (1, 1, 2, []))
            #expect(Outcome(try await diary.apply(preview.id, as: other)) == Outcome(added: 2))
            var imported = try await service.get(DiaryPlansGet(id: plan.id), diary.context(other))
            #expect(imported.logged == plan.logged)
            imported.version = plan.version
            #expect(imported == plan)
            let get = DiaryPlansShoppingGet(id: plan.id)
            let lists = [
                try await service.shoppingList(get, diary.context()),
                try await service.shoppingList(get, diary.context(other)),
            ]
            #expect(lists[0].items == lists[1].items)
            #expect(Outcome(try await diary.importFile(file, .mealwire, as: other)) == Outcome(unchanged: 2))
            #expect(Outcome(try await diary.importFile(file, .mealwire)) == Outcome(unchanged: 2))
            // The dish that was logged there is not logged again here.
            let log = DiaryPlansLog(id: plan.id, day: 1, foodId: sources.foods[1].food.id)
            _ = try await service.log(log, diary.context(other))
            #expect(try await diary.day(march(10), as: other).meals.flatMap(\.entries).count == 1)
            // The file has the names of portions in other languages.
            try await diary.receive(DiaryFixture.person(language: "uk"), of: other)
            let list = try await service.shoppingList(get, diary.context(other))
            #expect(list.items.flatMap(\.portions).allSatisfy { $0.label == "1 slice" })
        }
    }

    @Test func `a changed plan stays unless the file replaces it`() async throws {
        try await use { diary, service, plan in
            let file = try await diary.exported(.json)
            let change = DiaryPlansUpdate(id: plan.id, name: .set("Other"))
            let changed = try await service.update(change, diary.context()).value
            let kept = try await diary.importFile(file, .mealwire)
            #expect((kept.kept, kept.unchanged) == (1, 1))
            #expect(try await service.get(DiaryPlansGet(id: plan.id), diary.context()) == changed)
            let replaced = try await diary.importFile(file, .mealwire, replace: true)
            #expect(replaced.replaced == 1)
            let back = try await service.get(DiaryPlansGet(id: plan.id), diary.context())
            #expect((back.name, back.version, back.logged) == ("Week", changed.version + 1, plan.logged))
        }
    }

    @Test func `foods of an imported plan do not reach other users`() async throws {
        try await use { diary, service, plan in
            let forged = try await diary.exported(.json).replacing("Food 2", with: "Forged")
            let other = UserID.make()
            try await diary.importFile(forged, .mealwire, as: other)
            _ = try await service.apply(DiaryPlansApply(id: plan.id), diary.context(other))
            let owners = try await diary.store.read { reader in
                try reader.rows("SELECT user_id, id FROM stored_food WHERE snapshot LIKE '%Forged%'").map {
                    try $0.value("user_id", as: String.self)
                }
            }
            #expect(owners == [other.description])
        }
    }

    @Test(arguments: [
        (#""quantity":2"#, #""quantity":11"#), (#""quantity":2"#, #""quantity":-1"#),
        (#""portion":"1 piece""#, #""portion":"1 barrel""#),
        (#""grams":33.3,"name":"1 piece""#, #""grams":0,"name":"1 piece""#),
        (#""kcal":101,"#, #""kcal":-1,"#), (#""name":"Week""#, #""name":"""#), (#""day":2"#, #""day":3"#),
        (#""dailyKcal":2000"#, #""dailyKcal":1e300"#), (#""createdAt":"2026"#, #""createdAt":"2036"#),
        (#""from":"2026-03-10""#, #""from":"0001-03-10""#), (#""meal":"snack""#, #""meal":"lunch""#),
        (#""menu":{"#, #""menu":[],"x":{"#), (#""uk":"1 slice""#, #""uk":"""#),
    ])
    func `a damaged plan is refused, and the rest of the file is imported`(part: String, damage: String) async throws {
        try await use { diary, service, _ in
            let file = try await diary.exported(.json)
            let start = try #require(file.range(of: #""plans":["#)).upperBound
            let damaged = file[..<start] + file[start...].replacing(part, with: damage)
            try #require(String(damaged) != file)
            let other = UserID.make()
            let preview = try await diary.preview(String(damaged), .mealwire, as: other)
            #expect((preview.refusedCount, preview.new) == (1, 1), "\(preview.refused)")
            _ = try await diary.apply(preview.id, as: other)
            #expect(try await service.list(DiaryPlansList(), diary.context(other)).items.isEmpty)
        }
    }

    @Test func `an import adds plans up to the limit and removes none`() async throws {
        try await use { diary, service, _ in
            let (file, other) = (try await diary.exported(.json), UserID.make())
            try await diary.receive(TargetChanged(target: diary.target(2_000, from: march(1))), of: other)
            for _ in 0..<DiaryPlansMake.plansMax {
                _ = try await service.make(DiaryPlansMake(days: 1), diary.context(other))
            }
            let outcome = try await diary.importFile(file, .mealwire, as: other)
            #expect((outcome.added, outcome.refused, outcome.fullDays) == (1, 1, []))
        }
    }

    @Test func `pages of a document with many plans form one file`() async throws {
        try await use { diary, service, _ in
            let reasons = (0..<150).map { _ in
                PlanReason(.foodsLeft, params: ["left": String(repeating: "9", count: 400)])
            }
            sources.set { $0.menu = MealPlan(fits: true, reasons: reasons, days: []) }
            for _ in 0..<12 { _ = try await service.make(DiaryPlansMake(days: 1), diary.context()) }
            let file = try await diary.exported(.json)
            #expect(file.utf8.count > 2 * DiaryExport.pageBytesMax)
            #expect(try JSONSerialization.jsonObject(with: Data(file.utf8)) is [String: Any])
            let preview = try await diary.preview(file, .mealwire, as: .make())
            #expect((preview.plans, preview.refused) == (13, []))
        }
    }
}
