import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Adds an entry.
    ///
    /// The id of a removed entry is refused: a new entry would begin at a version that an old `If-Match` may name.
    package func add(_ request: DiaryEntriesAdd, _ context: RequestContext) async throws -> WrittenReply<DiaryEntry> {
        let user = try context.user()
        let requested = try EntryRules.requestedAmount(of: request)
        let answer = try await lookUpFood(for: requested.foodId, context)
        let now = now()
        return try await store.writeReply(to: request, context) { transaction in
            if let id = request.id, try transaction.reader.removedVersion(of: id, user) != nil {
                let message = "An entry with this id was removed; use a new id."
                throw try ServiceError.idConflict(message, current: DiaryEntry?.none)
            }
            let person = try transaction.reader.person(user)
            let date = request.date.date(today: person.today(now))
            let destination = EntryDestination(
                id: request.id ?? .make(),
                position: try transaction.reader.nextPosition(in: request.meal, of: date, user),
                fields: RequestedFields(request, on: date, at: Timestamp.text(now))
            )
            let food = try transaction.food(from: answer, for: requested.foodId, of: user)?.named(in: person.language)
            let logged = try destination.entry(of: requested, food: food)
            guard try transaction.insert(logged, of: user, mayHaveBeenRemoved: false) else {
                let stored = try transaction.reader.entry(logged.entry.id, of: user)?.entry
                throw try ServiceError.idConflict(
                    "An entry with this id already exists.",
                    current: try stored.map { try transaction.reader.withSignedImage($0, at: now) }
                )
            }
            try transaction.publishDayChange(byAdding: logged.entry, of: user, person, now: now)
            return logged.entry
        }
    }

    /// Looks up a food in the catalog in half of the remaining time, so that the rest is enough to store the entry.
    ///
    /// A failure is returned, not thrown: a repeated request must get its stored reply, whatever became of the food
    /// since.
    func lookUpFood(
        for id: FoodID?,
        _ context: RequestContext
    ) async throws -> Result<Food, ServiceError>? {
        guard let id else { return nil }
        do {
            let halfOfTimeLeft = Deadline.after(milliseconds: context.deadline.millisecondsLeft / 2)
            return .success(try await food(id, context.nested(until: halfOfTimeLeft)))
        } catch let error as ServiceError {
            return .failure(error)
        }
    }
}

extension SQLTransaction {
    /// Returns the food of the catalog's reply and stores a copy of it, or returns the local copy if the catalog is
    /// unavailable.
    func food(from answer: Result<Food, ServiceError>?, for id: FoodID?, of user: UserID) throws -> Food? {
        guard let answer, let id else { return nil }
        switch answer {
        case .success(let food):
            try store(food, for: user)
            return food
        case .failure(let error):
            guard error.meansServiceUnavailable, let food = try reader.storedFood(id, of: user) else { throw error }
            return food
        }
    }
}

extension ServiceError {
    /// Whether the other service could not be reached, as opposed to having refused.
    var meansServiceUnavailable: Bool {
        switch code {
        case .unavailable, .deadlineExceeded, .overloaded, .workerCrashed: true
        default: false
        }
    }
}
