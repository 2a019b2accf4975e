import Calendar
package import Contracts
import FoundationEssentials
import Storage

extension DiaryService {
    /// Logs the whole cart in one transaction and empties it.
    ///
    /// Uses the stored copies of the foods and does not call the catalog.
    package func checkOut(
        _ request: DiaryCartCheckout,
        _ context: RequestContext
    ) async throws -> DiaryCartCheckout.Reply {
        let user = try context.user()
        let now = now()
        let logged = try await store.writeIdempotently(request, context) { transaction in
            let cart = try transaction.reader.cartRow(of: user, ifVersion: request.ifVersion)
            let person = try transaction.reader.person(user)
            let date = request.date.date(today: person.today(now))
            let entries = try transaction.log(
                cart,
                in: person.language,
                date: date,
                meal: request.meal,
                at: Timestamp.text(now),
                of: user
            )
            guard !entries.isEmpty else { throw ServiceError(.conflict, "The cart is empty.") }
            try transaction.publishDayChange(date, of: user, now: now)
            try transaction.removeCartItems(of: user)
            try transaction.store(CartRow(version: cart.version, additionalKcal: nil, additionalName: nil), of: user)
            return LoggedCart(date: date, entries: entries)
        }
        return try await store.read { reader in
            DiaryCartCheckout.Reply(
                day: try reader.diaryDay(logged.date, of: user, at: now),
                entries: logged.entries,
                cart: try reader.cart(of: user)
            )
        }
    }
}

/// The stored reply of a checkout.
private struct LoggedCart: Codable, Sendable {
    let date: PlainDate
    let entries: [EntryID]
}

extension SQLTransaction {
    /// Stores an entry for each food of a cart, and one for its additional energy.
    fileprivate func log(
        _ cart: CartRow,
        in language: String?,
        date: PlainDate,
        meal: Meal,
        at: String,
        of user: UserID
    ) throws -> [EntryID] {
        var position = try reader.nextPosition(in: meal, of: date, user)
        func nextDestination() -> EntryDestination {
            defer { position += 1 }
            let fields = RequestedFields(date: date, meal: meal, at: at)
            return EntryDestination(id: .make(), position: position, fields: fields)
        }
        var entries = try reader.cartFoods(of: user).map { item, food in
            let food = food.named(in: language)
            return try nextDestination().entry(of: .grams(item.food, item.grams), food: food)
                .withPortion(of: item, food)
        }
        if let kcal = cart.additionalKcal {
            let name = cart.additionalName ?? CartAmounts.additionalName
            entries.append(try nextDestination().entry(of: .quick(name: name, Nutrients(kcal: kcal)), food: nil))
        }
        for entry in entries { _ = try insert(entry, of: user) }
        return entries.map(\.entry.id)
    }
}

extension LoggedEntry {
    /// Returns the entry with the portion of a cart item, which may have had another weight when it was added.
    fileprivate func withPortion(of item: CartItemRow, _ food: Food) throws(ServiceError) -> LoggedEntry {
        guard var portion = item.portion, let quantity = item.quantity else { return self }
        portion.label = food.portions.first { $0.name == portion.name }?.label
        var logged = self
        try logged.setPortion(portion, quantity: quantity)
        return logged
    }
}
