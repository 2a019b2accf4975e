import Contracts
import FoodCatalog
import Foundation
import JSONCoding
import Storage
import TestSupport
import Testing

/// Reports of wrong foods.
@Suite(.timeLimit(.minutes(5)))
struct FoodReportTests {
    private func report(
        _ person: Person,
        _ food: FoodID,
        _ reason: FoodReportReason = .nutrients,
        _ text: String? = nil
    ) async throws -> FoodReport {
        let request = CatalogReportsAdd(id: food, reason: reason, text: text)
        return try await person.catalog.service.addReport(request.checked(), person.context()).value
    }

    private func list(_ staff: Person, _ state: FoodReportState? = nil) async throws -> [FoodReport] {
        let request = CatalogReportsList(state: state)
        return try await staff.catalog.service.listReports(request.checked(), staff.context()).items
    }

    private func close(_ staff: Person, _ id: FoodReportID, _ answer: String? = nil) async throws -> FoodReport {
        let request = CatalogReportsClose(id: id, answer: answer)
        return try await staff.catalog.service.closeReport(request.checked(), staff.context()).value
    }

    /// Runs the body with two foods of the catalog, a user and a member of staff.
    private func withFoods(_ body: (_ apple: FoodID, _ pear: FoodID, Person, _ staff: Person) async throws -> Void)
        async throws
    {
        try await CatalogFixture.use(names: ["Apple", "Pear"]) { catalog in
            let (person, staff) = (Person(catalog), Person(catalog, roles: [.user, .staff]))
            let foods = try await ["apple", "pear"].asyncMap { name in
                try await catalog.service.searchFoods(CatalogSearch(q: name), person.context()).items[0].id
            }
            try await body(foods[0], foods[1], person, staff)
        }
    }

    @Test func `staff see reports until they close them, and an equal report has no effect`() async throws {
        try await withFoods { apple, pear, person, staff in
            let first = try await report(person, apple, .nutrients, "40 kcal, not 400")
            #expect((first.foodName, first.closedAt) == ("Apple", nil))
            #expect(try await report(person, apple, .nutrients, "40 kcal, not 400") == first)
            let second = try await report(person, pear, .picture)
            #expect(Set(try await list(staff).map(\.id)) == [first.id, second.id])
            let closed = try await close(staff, first.id, "Corrected, thank you.")
            #expect(closed.closedAt != nil)
            #expect(try await close(staff, first.id, "Again") == closed)
            #expect(try await list(staff) == [second])
            #expect(try await list(staff, .closed) == [closed])
            // Another report of the food is open again.
            let again = try await report(person, apple, .name)
            #expect((again.id, again.closedAt, again.answer) == (first.id, nil, nil))
            #expect(try await list(staff, .closed).isEmpty)
        }
    }

    @Test func `only staff and admins read and close reports`() async throws {
        // Endpoints check the declared role; Tests/MessageBus and the access matrix prove it.
        #expect(CatalogReportsList.method.role == .staff && CatalogReportsClose.method.role == .staff)
        #expect(CatalogReportsAdd.method.role == nil)
        try await withFoods { apple, _, person, staff in
            _ = try await report(person, apple)
            #expect(try await refusal { _ = try await close(staff, .make()) }?.code == .notFound)
            #expect(try await list(Person(person.catalog, roles: [.admin])).count == 1)
        }
    }

    @Test func `private foods are not reported, and their names are not shown`() async throws {
        try await withFoods { _, _, person, staff in
            let own = try await person.add("Secret soup")
            #expect(try await refusal { _ = try await report(person, own.id) }?.code == .conflict)
            #expect(try await refusal { _ = try await report(staff, own.id) }?.code == .notFound)
            #expect(try await refusal { _ = try await report(person, .make()) }?.code == .notFound)
            let shared = try await person.add("Shared soup") { $0.shared = .set(true) }
            #expect(try await report(staff, shared.id).foodName == "Shared soup")
            try await person.change(shared.id) { $0.shared = .set(false) }
            #expect(try await list(staff).map(\.foodName) == [nil])
        }
    }

    @Test func `reports are listed page by page`() async throws {
        try await withFoods { apple, _, person, staff in
            for _ in 0..<3 { _ = try await report(Person(person.catalog), apple) }
            var (ids, cursor): ([FoodReportID], String?) = ([], nil)
            repeat {
                let request = CatalogReportsList(limit: 2, cursor: cursor)
                let page = try await staff.catalog.service.listReports(request.checked(), staff.context())
                ids += page.items.map(\.id)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(Set(ids).count == 3)
            #expect(ids.count == 3)
        }
    }

    @Test func `long texts and too many open reports are refused`() async throws {
        let count = FoodReportLimits.openMax + 1
        try await CatalogFixture.use(names: (1...count).map { "Food \($0)" }) { catalog in
            let person = Person(catalog)
            var foods: [FoodID] = []
            for page in try await catalog.pages("food", limit: 50) { foods += page.map(\.id) }
            try #require(foods.count == count)
            for food in foods.dropLast() { _ = try await report(person, food) }
            #expect(try await refusal { _ = try await report(person, foods[count - 1]) }?.code == .conflict)
            // A changed report is no new one.
            #expect(try await report(person, foods[0], .other).reason == .other)
            let text = String(repeating: "a", count: 1_001)
            let long = try await refusal { _ = try await report(person, foods[0], .other, text) }
            #expect(long?.code == .invalid)
        }
    }

    @Test func `an erased user leaves no report`() async throws {
        try await withFoods { apple, _, person, staff in
            _ = try await report(person, apple, .other, "Qwzxkov")
            let people = try await person.catalog.store.read { try FoodCatalogSchema.people(after: nil, limit: 9, $0) }
            #expect(people == [person.user])
            try await person.catalog.erase(person.user)
            #expect(try await list(staff).isEmpty)
            #expect(try await person.catalog.store.cleanUp())
            #expect(try await person.catalog.store.rebuild())
            #expect(try !person.catalog.directory.filesContain("Qwzxkov"))
        }
    }
}

extension [String] {
    fileprivate func asyncMap<Result>(_ transform: (String) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
