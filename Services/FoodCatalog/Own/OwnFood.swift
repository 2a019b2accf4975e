import Contracts
import Crypto
import FoundationEssentials

/// A food that somebody keeps, before it is checked and stored like the foods of sources.
struct OwnFood: Sendable {
    /// What the service calls the source of people's own foods.
    static let source = "own"
    /// The portion that a serving is.
    static let servingName = "1 serving"
    /// ISO 639-2: of a name whose language nobody has told.
    static let unknownLanguage = "und"

    var owner: UserID
    var shared: Bool
    var food: ImportedFood
    /// As the table has it; see `PictureName`.
    var picture: String?
    /// What else there is to it, so that a change of it counts as one.
    var rest: [UInt8] = []
    /// Flags besides those of the numbers.
    var flags: [FoodFlag] = []

    /// A food without anything.
    init(id: FoodID, of owner: UserID, type: FoodType) {
        self.owner = owner
        shared = false
        food = ImportedFood(
            sourceID: id.description,
            id: id,
            name: "",
            language: Self.unknownLanguage,
            type: type
        )
    }

    /// One that is stored.
    init(_ row: FoodRow, of owner: UserID) {
        self.init(id: row.id, of: owner, type: row.type)
        shared = row.shared
        picture = row.imageURL
        food.name = row.name
        food.language = row.language
        food.names = row.names
        food.brand = row.brand
        food.category = row.category
        food.kcal = row.kcal
        food.proteinG = row.proteinG
        food.fatG = row.fatG
        food.carbohydrateG = row.carbohydrateG
        food.fiberG = row.fiberG
        food.sugarG = row.sugarG
        food.saturatedFatG = row.saturatedFatG
        food.sodiumMg = row.sodiumMg
        for (name, amount) in row.nutrients { food.nutrients[named: name] = amount }
        food.portions = row.portions
        food.barcode = row.barcode?.text
        food.ingredients = row.ingredients
        food.allergens = row.allergens
    }

    /// The row that it comes to, with the flags of its numbers.
    ///
    /// - Throws: `invalid` if the food as a whole cannot be stored.
    func row() throws(ServiceError) -> FoodRow {
        var told = food
        told.servingG = food.portions.first { $0.name == Self.servingName }?.grams
        var row: FoodRow
        do throws(FoodIntake.Refusal) {
            row = try FoodIntake.row(told, source: Self.source, digest: digest)
        } catch {
            throw .invalid([FieldError("food", .notAllowed, "The food \(error.reason).")])
        }
        row.owner = owner
        row.shared = shared
        row.imageURL = picture
        row.flags += flags
        return row
    }

    /// Of all that makes it: the same means that nothing has changed.
    private var digest: Int64 {
        var hash = SHA256()
        hash.update(data: withUnsafeBytes(of: ImportPage.digest(of: food)) { Data($0) })
        hash.update(data: Data("\(FoodChecks.version) \(picture ?? "") ".utf8))
        hash.update(data: Data(rest))
        return hash.finalize().prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}

extension [FurtherNutrient: Double] {
    /// An amount by the name under which the table and clients have it; names that are not known are passed over.
    fileprivate subscript(named name: String) -> Double? {
        get { FurtherNutrient(rawValue: name).flatMap { self[$0] } }
        set { if let nutrient = FurtherNutrient(rawValue: name) { self[nutrient] = newValue } }
    }
}
