import Contracts
import FoodCatalog
import Foundation
import Testing

/// What users usually log, as the diary's events tell it.
@Suite(.timeLimit(.minutes(5)))
struct UsualAmountTests {
    private static let cups = UsualFoodAmount(grams: 320, portion: "1 cup", quantity: 2)

    /// A catalog with rice and one user that logs it.
    private struct Fixture {
        let uses: UseFixture
        let rice: FoodID

        var context: RequestContext { uses.catalog.context }
        var other: RequestContext { .own(principal: Principal(user: .make(), roles: [], session: .make())) }

        func user() throws -> UserID { try #require(context.principal?.user) }

        /// Applies an event of the diary.
        func log(_ amount: UsualFoodAmount?, count: Int = 1) async throws {
            let state = UseFixture.state(rice, count, amount: amount)
            #expect(try await uses.apply(uses.event(state, of: try user(), from: .diary)))
        }

        func found(_ context: RequestContext) async throws -> UsualFoodAmount? {
            try await uses.catalog.service.searchFoods(CatalogSearch(q: "rice"), context).items.first?.usual
        }

        func details(_ context: RequestContext) async throws -> UsualFoodAmount? {
            try await uses.catalog.service.getFood(CatalogGet(id: rice), context).usual
        }

        func parsed(_ text: String) async throws -> ParsedLine? {
            let request = CatalogFoodsParse(text: text)
            return try await uses.catalog.service.parseFoods(request.checked(), context).lines.first
        }
    }

    private func withRice(_ body: (Fixture) async throws -> Void) async throws {
        try await UseFixture.use { uses in
            let rice = FoodID.make()
            let row = "\(rice),\"Rice, cooked\",test,Rice,130,2,0,28,,,,,1 cup=160|1 serving=200,generic,"
            try await uses.catalog.fill(csv: StarterRow.columns.joined(separator: ",") + "\n" + row)
            try await body(Fixture(uses: uses, rice: rice))
        }
    }

    @Test func `the last amount is told to its user alone, in searches and details`() async throws {
        try await withRice { fixture in
            #expect(try await fixture.found(fixture.context) == nil)
            try await fixture.log(Self.cups)
            #expect(try await fixture.found(fixture.context) == Self.cups)
            #expect(try await fixture.details(fixture.context) == Self.cups)
            #expect(try await fixture.found(fixture.other) == nil)
            #expect(try await fixture.details(fixture.other) == nil)
            let byWeight = UsualFoodAmount(grams: 250)
            try await fixture.log(byWeight, count: 2)
            #expect(try await fixture.found(fixture.context) == byWeight)
            try await fixture.log(nil, count: 0)
            #expect(try await fixture.found(fixture.context) == nil)
        }
    }

    @Test func `an event of an older version counts without an amount`() async throws {
        try await withRice { fixture in
            try await fixture.log(Self.cups)
            try await fixture.log(nil, count: 2)
            #expect(try await fixture.uses.uses(of: try fixture.user()) == [fixture.rice: 2])
            #expect(try await fixture.found(fixture.context) == nil)
        }
    }

    @Test(arguments: [
        UsualFoodAmount(grams: 0), UsualFoodAmount(grams: 1e9), UsualFoodAmount(grams: 100, portion: "1 cup"),
        UsualFoodAmount(grams: 100, quantity: 2), UsualFoodAmount(grams: 100, portion: "1 cup", quantity: 1e9),
        UsualFoodAmount(grams: 100, portion: String(repeating: "x", count: 801), quantity: 1),
    ])
    func `an amount that no entry may have is not told, and its use counts`(amount: UsualFoodAmount) async throws {
        try await withRice { fixture in
            try await fixture.log(amount)
            #expect(try await fixture.found(fixture.context) == nil)
            #expect(try await fixture.uses.uses(of: try fixture.user()) == [fixture.rice: 1])
        }
    }

    @Test func `a snapshot brings the amounts, and an erasure removes them`() async throws {
        try await withRice { fixture in
            let user = try fixture.user()
            let fact = try fixture.uses.fact(
                UseFixture.state(fixture.rice, 3, amount: Self.cups),
                of: user,
                from: .diary
            )
            try await fixture.uses.reload([fact], from: .diary)
            #expect(try await fixture.found(fixture.context) == Self.cups)
            try await fixture.uses.erase(user)
            #expect(try await fixture.found(fixture.context) == nil)
        }
    }

    @Test func `a typed meal without an amount has the usual one`() async throws {
        try await withRice { fixture in
            #expect(try await fixture.parsed("rice")?.amountSource == ParsedAmountSource.default.rawValue)
            try await fixture.log(Self.cups)
            let line = try #require(try await fixture.parsed("rice"))
            #expect(line.amountSource == ParsedAmountSource.usual.rawValue)
            #expect(line.grams == 320)
            #expect(line.portion == ParsedPortion(name: "1 cup", grams: 160, count: 2))
            // A stated amount counts, also one in servings or pieces: these are not the usual meal.
            #expect(try await fixture.parsed("rice 50 g")?.amountSource == ParsedAmountSource.stated.rawValue)
            #expect(try await fixture.parsed("2 cups of rice")?.amountSource == ParsedAmountSource.portion.rawValue)
            #expect(try await fixture.parsed("2 servings of rice")?.grams == 400)
        }
    }

    @Test func `a usual portion that the food has no longer, or with another weight, is a weight`() async throws {
        try await withRice { fixture in
            for amount in [
                UsualFoodAmount(grams: 90, portion: "1 bowl", quantity: 1),
                UsualFoodAmount(grams: 300, portion: "1 cup", quantity: 2),
            ] {
                try await fixture.log(amount)
                let line = try #require(try await fixture.parsed("rice"))
                #expect(line.grams == amount.grams)
                #expect(line.portion == nil)
                #expect(line.amountSource == ParsedAmountSource.usual.rawValue)
            }
        }
    }
}
