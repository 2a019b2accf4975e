import Calendar
import Contracts
import FoodFormats

/// An entry in an exported file: all stored fields except its change number.
struct ExportedEntry: Codable, Sendable, Equatable {
    var date: String
    var meal: String
    var position: Int
    var id: String
    var at: String
    var name: String
    var foodId: String?
    var imageURL: String?
    var grams: Double?
    var portion: String?
    var portionGrams: Double?
    var quantity: Double?
    var kcal: Double
    var proteinG: Double?
    var fatG: Double?
    var carbohydrateG: Double?
    var fiberG: Double?
    var sugarG: Double?
    var saltG: Double?
    /// The nutrients of 100 g that it was logged with; nil for an entry of bare energy.
    var per100G: Nutrients?
    var version: Int

    init(_ logged: LoggedEntry) {
        let (entry, nutrients) = (logged.entry, logged.entry.nutrients)
        (date, meal, position) = (entry.date.description, entry.meal.rawValue, entry.position)
        (id, at, name, version) = (entry.id.description, entry.at, entry.name, entry.version)
        foodId = entry.foodId?.description
        // The name of an uploaded image has no meaning on another server.
        imageURL = entry.hasOwnImage ? nil : entry.imageURL
        (grams, portion, quantity) = (entry.grams, entry.portion, entry.quantity)
        (portionGrams, per100G) = (logged.portionGrams, logged.per100g)
        (kcal, proteinG, fatG) = (nutrients.kcal, nutrients.proteinG, nutrients.fatG)
        (carbohydrateG, fiberG) = (nutrients.carbohydrateG, nutrients.fiberG)
        (sugarG, saltG) = (nutrients.sugarG, nutrients.saltG)
    }

    init(date: String, meal: String, position: Int, id: String, at: String, name: String, kcal: Double, version: Int) {
        (self.date, self.meal, self.position, self.id) = (date, meal, position, id)
        (self.at, self.name, self.kcal, self.version) = (at, name, kcal, version)
    }

    var nutrients: Nutrients {
        Nutrients(
            kcal: kcal,
            proteinG: proteinG,
            fatG: fatG,
            carbohydrateG: carbohydrateG,
            fiberG: fiberG,
            sugarG: sugarG,
            saltG: saltG
        )
    }
}

/// The extras of a day in an exported file.
struct ExportedDay: Codable, Sendable, Equatable {
    var date: String
    var waterMl: Int
    var note: String
    var version: Int

    init(_ extras: DayExtras) {
        self.init(
            date: extras.date.description,
            waterMl: extras.waterMl,
            note: extras.note,
            version: extras.version
        )
    }

    init(date: String, waterMl: Int, note: String, version: Int) {
        (self.date, self.waterMl, self.note, self.version) = (date, waterMl, note, version)
    }
}
