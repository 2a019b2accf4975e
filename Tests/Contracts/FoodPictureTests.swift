import Calendar
import Contracts
import Testing

/// The addresses of pictures, and the values that have one.
struct FoodPictureTests {
    private static let food = FoodID.make()
    private static let path = "/v1/foods/\(food)/picture"
    private static let signed = "/v1/diary/image/1?expires=2&signature=3"

    @Test func `the address is that of the route`() {
        #expect(FoodPicture.path(of: Self.food) == Self.path)
        #expect(SpecialRoutes.foodPicture.path.replacing("{id}", with: Self.food.description) == Self.path)
    }

    @Test(
        arguments: [
            (food, nil, path), (food, "https://images.example/1.jpg", path), (food, "upload:1", path),
            (food, signed, signed), (nil, signed, signed), (nil, nil, nil), (nil, "https://images.example/1.jpg", nil),
        ] as [(FoodID?, String?, String?)]
    )
    func `a logged food has the picture of its own image, else that of its food`(
        food: FoodID?,
        image: String?,
        picture: String?
    ) {
        #expect(FoodPicture.path(of: food, image: image) == picture)
    }

    private func entry(imageURL: String?) -> DiaryEntry {
        DiaryEntry(
            id: .make(),
            date: PlainDate(dayNumber: 20_000),
            meal: .lunch,
            position: 0,
            at: "2024-10-04T12:00:00.000Z",
            foodId: Self.food,
            name: "Soup",
            imageURL: imageURL,
            grams: 100,
            portion: nil,
            quantity: nil,
            nutrients: Nutrients(kcal: 40),
            version: 1
        )
    }

    @Test func `the picture of an entry is written, follows its image, and is not read`() throws {
        var entry = entry(imageURL: nil)
        let bytes = try PayloadCoder.encode(entry)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#""picture":"\#(Self.path)""#))
        let forged = text.replacing(Self.path, with: "https://other.example/")
        #expect(try PayloadCoder.decode(DiaryEntry.self, from: Array(forged.utf8)) == entry)
        #expect(try PayloadCoder.decode(DiaryEntry.self, from: Array(forged.utf8)).picture == Self.path)
        entry.imageURL = Self.signed
        #expect(entry.picture == Self.signed)
    }

    @Test func `a value of an earlier version without a picture is read`() throws {
        let entry = entry(imageURL: nil)
        let text = String(decoding: try PayloadCoder.encode(entry), as: UTF8.self)
        let former = text.replacing(#""picture":"\#(Self.path)","#, with: "")
        #expect(former != text)
        #expect(try PayloadCoder.decodeReply(DiaryEntry.self, from: Array(former.utf8)) == entry)
    }

    @Test func `foods of events have no picture, and those of replies have one`() throws {
        let food = DayShared.SharedFood(
            meal: .lunch,
            foodId: Self.food,
            name: "Soup",
            grams: 100,
            nutrients: Nutrients(kcal: 40)
        )
        #expect(!String(decoding: try PayloadCoder.encode(food), as: UTF8.self).contains("picture"))
        #expect(food.shown(imageURL: nil).picture == Self.path)
        #expect(food.shown(imageURL: Self.signed).picture == Self.signed)
    }
}
