import Calendar
import Contracts
import Diary
import QueryPlans
import Storage
import Testing

/// The number of statements of a request, which does not grow with the rows that it reads.
@Suite(.timeLimit(.minutes(5)))
struct StatementCountTests {
    @Test func `a tap in a full cart runs as many statements as one in a cart with one food`() async throws {
        try await DiaryFixture.use { diary in
            let foods = (0..<Cart.itemsMax).map { _ in bread() }
            for food in foods { diary.catalog.put(food) }
            let users = (few: UserID.make(), many: UserID.make())
            func tap(_ food: Food, _ user: UserID) async throws {
                let request = DiaryCartItemsSet(foodId: food.id, more: 1)
                _ = try await diary.service.setCartItem(request.checked(), diary.context(user))
            }
            try await tap(foods[0], users.few)
            for food in foods { try await tap(food, users.many) }
            try await diary.statements.expectAsMany {
                try await tap(foods[0], users.few)
            } many: {
                try await tap(foods[0], users.many)
            }
        }
    }

    @Test func `days and progress of a month run as many statements as those of one day`() async throws {
        try await DiaryFixture.use { diary in
            for day in -20...10 {
                try await diary.setTarget(2_100 + day, from: march(day))
                for _ in 0..<2 { try await diary.add(quick(kcal: 500), on: march(day)) }
                _ = try await diary.service.setWater(DiaryWaterSet(date: .date(march(day)), ml: 200), diary.context())
            }
            func progress(_ days: ClosedRange<Int>) async throws {
                let request = DiaryProgress(from: .date(march(days.lowerBound)), to: .date(march(days.upperBound)))
                let reply = try await diary.service.progress(request.checked(), diary.context())
                #expect(reply.items.count == days.count)
            }
            try await diary.statements.expectAsMany {
                try await progress(10...10)
            } many: {
                try await progress(-20...10)
            }
            func read(_ days: ClosedRange<Int>) async throws {
                let request = DiaryDays(from: .date(march(days.lowerBound)), to: .date(march(days.upperBound)))
                let reply = try await diary.service.days(request.checked(), diary.context())
                #expect(reply.items.count == days.count)
            }
            try await diary.statements.expectAsMany {
                try await read(10...10)
            } many: {
                try await read(-20...10)
            }
        }
    }
}
