import Calendar
import Contracts
import Foundation
import MealwireCore
import Testing

/// The values of the core have the JSON form of the HTTP interface.
///
/// The core declares them itself, because it depends on no other module: with ids and days as text, without nulls, and
/// with the fields that a device keeps.
struct ContractAgreementTests {
    private static let date = PlainDate(dayNumber: 20_000)

    private static let nutrients = Contracts.Nutrients(
        kcal: 61,
        proteinG: 3.5,
        fatG: 3.25,
        carbohydrateG: 4.5,
        fiberG: 0.25,
        sugarG: 4.5,
        saltG: 0.1
    )

    private static func entry(ofFood: Bool) -> Contracts.DiaryEntry {
        Contracts.DiaryEntry(
            id: .make(),
            date: date,
            meal: .snack,
            position: 2,
            at: "2026-11-23T07:30:00.000Z",
            foodId: ofFood ? .make() : nil,
            name: "Yogurt",
            imageURL: ofFood ? "/v1/images/yogurt" : nil,
            grams: ofFood ? 125.5 : nil,
            portion: ofFood ? "cup" : nil,
            portionLabel: ofFood ? "чашка" : nil,
            quantity: ofFood ? 0.5 : nil,
            nutrients: ofFood ? nutrients : Contracts.Nutrients(kcal: 250),
            version: 3
        )
    }

    private static let day = Contracts.DayExtras(date: date, waterMl: 750, note: "Birthday", version: 4)

    /// Returns the same JSON without pictures, which a device makes of the other fields of an entry.
    private static func withoutPictures(_ json: Any) -> Any {
        if let list = json as? [Any] { return list.map(withoutPictures) }
        guard var object = json as? [String: Any] else { return json }
        object["picture"] = nil
        return object.mapValues(withoutPictures)
    }

    /// Expects that the core keeps each field of a value of the server, except some.
    private func expectKept<Value: Encodable, Kept: Codable>(
        _ value: Value,
        as type: Kept.Type,
        except others: String...
    ) throws {
        let sent = try JSONEncoder().encode(value)
        let kept = try JSONEncoder().encode(try JSONDecoder().decode(Kept.self, from: sent))
        let all = Self.withoutPictures(try JSONSerialization.jsonObject(with: sent))
        var expected = try #require(all as? [String: Any])
        for field in others { #expect(expected.removeValue(forKey: field) != nil, "there is no field \(field)") }
        let known = expected.filter { !($0.value is NSNull) }
        #expect(NSDictionary(dictionary: known) == (try JSONSerialization.jsonObject(with: kept) as? NSDictionary))
    }

    @Test(arguments: [true, false])
    func `an entry keeps its fields`(ofFood: Bool) throws {
        try expectKept(Self.entry(ofFood: ofFood), as: MealwireCore.DiaryEntry.self)
    }

    @Test func `the meals are equal`() {
        #expect(Contracts.Meal.allCases.map(\.rawValue) == MealwireCore.Meal.allCases.map(\.rawValue))
    }

    @Test func `a day keeps its water and note`() throws {
        try expectKept(Self.day, as: MealwireCore.DayExtras.self, except: "isComplete")
    }

    @Test func `an addition of water keeps its fields`() throws {
        let water = Contracts.WaterAddition(id: .make(), date: Self.date, ml: 250)
        try expectKept(water, as: MealwireCore.WaterAddition.self)
    }

    @Test func `a measurement keeps what a device records`() throws {
        let measurement = Contracts.Measurement(
            id: .make(),
            kind: .weight,
            value: 80.5,
            at: "2026-11-23T07:30:00.000Z",
            date: Self.date,
            source: nil,
            externalId: nil
        )
        try expectKept(measurement, as: MealwireCore.Measurement.self, except: "unit", "source", "externalId")
    }

    @Test func `a page of changes keeps its fields`() throws {
        let page = DiaryChanges.Reply(
            items: [Self.entry(ofFood: true)],
            deleted: [.make()],
            days: [],
            cart: nil,
            cursor: "17",
            isMore: true,
            reset: true
        )
        try expectKept(page, as: DiarySync.ChangesPage.self, except: "cart")
    }
}
