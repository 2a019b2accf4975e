package import Contracts
import FoundationEssentials
import JSONCoding
package import MessageBus
import Storage

extension DiaryService {
    /// The endpoints of the cart.
    package var cartEndpoints: [Endpoint] {
        [
            .handle(DiaryCartGet.self, cart),
            .handle(DiaryCartUpdate.self, updateCart),
            .handle(DiaryCartItemsSet.self, setCartItem),
            .handle(DiaryCartItemsRemove.self, removeCartItem),
            .handle(DiaryCartCheckout.self, checkOut),
        ]
    }

    /// Returns the caller's cart.
    package func cart(_ request: DiaryCartGet, _ context: RequestContext) async throws -> Cart {
        let user = try context.user()
        return try await store.read { try $0.cart(of: user) }
    }

    /// Changes the additional energy of the cart.
    package func updateCart(_ request: DiaryCartUpdate, _ context: RequestContext) async throws -> Cart {
        try await changeCart(request, ifVersion: request.ifVersion, context) { cart, _, _ in
            cart.additionalKcal = request.additionalKcal.applied(to: cart.additionalKcal)?.inHundredths
            cart.additionalName = request.additionalName.applied(to: cart.additionalName)
            return false
        }
    }

    /// Removes a food from the cart.
    package func removeCartItem(_ request: DiaryCartItemsRemove, _ context: RequestContext) async throws -> Cart {
        try await changeCart(request, ifVersion: request.ifVersion, context) { _, transaction, user in
            let isThere = try transaction.reader.cartItem(request.foodId, of: user) != nil
            if isThere { try transaction.removeCartItem(request.foodId, of: user) }
            return isThere
        }
    }

    /// Changes the cart once per idempotency key and returns its current state.
    ///
    /// The stored reply is empty: a cart may have a hundred foods, and each tap is a change.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - ifVersion: The version that the cart must have, if the client specifies one.
    ///   - context: The request's context; its user owns the cart.
    ///   - change: Changes the row or the items; returns whether it changed the items.
    /// - Returns: The cart; its version stays if nothing has changed.
    /// - Throws: `versionMismatch` with the current cart, and what the change throws.
    func changeCart<Request: Contract>(
        _ request: Request,
        ifVersion: Int?,
        _ context: RequestContext,
        _ change: @escaping @Sendable (inout CartRow, SQLTransaction, UserID) throws -> Bool
    ) async throws -> Cart {
        let user = try context.user()
        _ = try await store.writeIdempotently(request, context) { transaction in
            let before = try transaction.reader.cartRow(of: user, ifVersion: ifVersion)
            var after = before
            let haveItemsChanged = try change(&after, transaction, user)
            if haveItemsChanged || after != before { try transaction.store(after, of: user) }
            return Empty()
        }
        return try await store.read { try $0.cart(of: user) }
    }
}

extension SQLReader {
    /// Returns a cart, and checks its version if the client specifies one.
    ///
    /// - Throws: `versionMismatch` with the current cart.
    func cartRow(of user: UserID, ifVersion: Int?) throws -> CartRow {
        let row = try cartRow(of: user)
        guard let ifVersion, ifVersion != row.version else { return row }
        throw try ServiceError.versionMismatch(
            "cart",
            seen: ifVersion,
            current: try cart(of: user),
            version: row.version
        )
    }
}
