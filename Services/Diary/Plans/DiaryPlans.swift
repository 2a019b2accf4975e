package import Contracts
package import FoundationEssentials
package import MessageBus
package import Storage

/// Meal plans: the calculator makes them, the diary stores them and writes them into the diary on request.
package struct DiaryPlans: Sendable {
    /// Concurrent requests for a plan: waiting uses no processor time, and the calculators have their own queues.
    package static let capacity = 16

    /// The other services that a plan needs.
    package struct Sources: Sendable {
        let profile: @Sendable (RequestContext) async throws -> Profile
        let foods: @Sendable (CatalogPlannable, RequestContext) async throws -> CatalogPlannable.Reply
        let menu: @Sendable (CalculatorPlan, RequestContext) async throws -> MealPlan
        let alternatives:
            @Sendable (CalculatorAlternatives, RequestContext) async throws -> CalculatorAlternatives.Reply

        /// Creates the sources.
        ///
        /// - Parameters:
        ///   - profile: Fetches the caller's profile, with allergens and dislikes.
        ///   - foods: Fetches foods from the catalog.
        ///   - menu: Requests a meal plan from a calculator.
        ///   - alternatives: Requests foods from a calculator that can replace a dish.
        package init(
            profile: @escaping @Sendable (RequestContext) async throws -> Profile,
            foods: @escaping @Sendable (CatalogPlannable, RequestContext) async throws -> CatalogPlannable.Reply,
            menu: @escaping @Sendable (CalculatorPlan, RequestContext) async throws -> MealPlan,
            alternatives:
                @escaping @Sendable (CalculatorAlternatives, RequestContext) async throws ->
                CalculatorAlternatives.Reply
        ) {
            self.profile = profile
            self.foods = foods
            self.menu = menu
            self.alternatives = alternatives
        }
    }

    let store: Store
    let sources: Sources
    let now: @Sendable () -> Date
    /// One request at a time per user, because a plan occupies a calculator for seconds.
    package let requestLimit = OneRequestPerUser(refusal: "Another plan is being made for you; try again later.")

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - store: The diary's database.
    ///   - sources: The other services.
    ///   - now: The wall clock, which decides what "today" is.
    package init(store: Store, sources: Sources, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.sources = sources
        self.now = now
    }

    /// The endpoints that answer from the database, or with foods of the catalog within moments.
    package var endpoints: [Endpoint] {
        [
            .handle(DiaryPlansList.self, list),
            .handle(DiaryPlansGet.self, get),
            .write(DiaryPlansUpdate.self, update),
            .handle(DiaryPlansRemove.self, remove),
            .handle(DiaryPlansAlternatives.self, alternatives),
            .write(DiaryPlansExchange.self, exchange),
            .handle(DiaryPlansLog.self, log),
            .write(DiaryPlansApply.self, apply),
            .handle(DiaryPlansShoppingGet.self, shoppingList),
            .write(DiaryPlansShoppingSet.self, setTick),
        ]
    }

    /// The endpoints that wait for the search for a menu.
    package var bulkEndpoints: [Endpoint] {
        [.write(DiaryPlansMake.self, make)]
    }
}

extension DiaryPlans.Sources {
    /// Asks the other services over the bus.
    init(_ bus: MessageBus) {
        self.init(
            profile: { try await bus.call(ProfileGet(), $0) },
            foods: { try await bus.call($0, $1) },
            menu: { try await bus.call($0, $1) },
            alternatives: { try await bus.call($0, $1) }
        )
    }
}

extension DiaryPlans {
    /// Returns the caller's plans, newest first.
    package func list(_ request: DiaryPlansList, _ context: RequestContext) async throws -> DiaryPlansList.Reply {
        let user = try context.user()
        let limit = request.limit ?? DiaryPlansList.limitDefault
        return try await store.read { reader in
            // One more than requested shows whether there is another page.
            let (found, isAll) = try reader.plans(
                of: user,
                before: request.cursor,
                limit: limit + 1,
                bytesMax: DiaryPlansList.pageBytesMax
            )
            let items = Array(found.prefix(limit))
            let isLast = isAll && found.count <= limit
            return DiaryPlansList.Reply(items: items, nextCursor: isLast ? nil : items.last?.id)
        }
    }
}
