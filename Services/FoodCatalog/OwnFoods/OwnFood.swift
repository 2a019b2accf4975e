import Contracts
import Crypto
import FoundationEssentials

/// A food that a user has entered, before it is checked and stored like the foods of sources.
struct OwnFood: Sendable {
    /// The source name of users' own foods.
    static let source = "own"
    /// The name of the portion that `servingG` sets.
    static let servingName = "1 serving"
    /// ISO 639-2 code of an undetermined language.
    static let unknownLanguage = "und"

    var owner: UserID
    var shared: Bool
    var food: ImportedFood
    /// As stored in the table; see `ImageName`.
    var imageURL: String?
    /// Further content that the digest covers, so that a change of it counts as a change.
    var rest: [UInt8] = []
    /// Flags besides those of ``FoodChecks``.
    var flags: [FoodFlag] = []

    /// Creates a food without any values.
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

    /// Creates a food from a stored row.
    init(_ row: FoodRow, of owner: UserID) {
        self.init(id: row.id, of: owner, type: row.type)
        shared = row.shared
        imageURL = row.imageURL
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

    /// Returns the row to store, with the flags of its numbers.
    ///
    /// - Throws: `invalid` if the food as a whole cannot be stored.
    func row() throws(ServiceError) -> FoodRow {
        var complete = food
        complete.servingG = food.portions.first { $0.name == Self.servingName }?.grams
        var row: FoodRow
        do throws(FoodValidator.Refusal) {
            row = try FoodValidator.row(complete, source: Self.source, digest: digest)
        } catch {
            throw .invalid([FieldError("food", .notAllowed, "The food \(error.reason).")])
        }
        row.owner = owner
        row.shared = shared
        row.imageURL = imageURL
        row.flags += flags
        return row
    }

    /// Digest of the whole content: an equal digest means that nothing has changed.
    private var digest: Int64 {
        var hash = SHA256()
        hash.update(data: withUnsafeBytes(of: ImportPage.digest(of: food)) { Data($0) })
        hash.update(data: Data("\(FoodChecks.version) \(imageURL ?? "") ".utf8))
        hash.update(data: Data(rest))
        return hash.finalize().prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}

extension [FurtherNutrient: Double] {
    /// The amount under the name that the table and clients use; unknown names are ignored.
    fileprivate subscript(named name: String) -> Double? {
        get { FurtherNutrient(rawValue: name).flatMap { self[$0] } }
        set { if let nutrient = FurtherNutrient(rawValue: name) { self[nutrient] = newValue } }
    }
}
