package import Contracts
package import FoundationEssentials
package import Messaging
package import Storage

/// Menus for days to come: made by the calculator, kept here, and written into the diary when their owner says so.
package struct DiaryPlans: Sendable {
    /// Menus that are waited for at once: waiting costs nothing, and the calculators have queues of their own.
    package static let capacity = 16

    /// What a menu is made of, and who makes it.
    package struct Sources: Sendable {
        let profile: @Sendable (RequestContext) async throws -> Profile
        let foods: @Sendable (CatalogPlannable, RequestContext) async throws -> CatalogPlannable.Reply
        let menu: @Sendable (CalculatorPlan, RequestContext) async throws -> MealPlan

        /// Makes the sources.
        ///
        /// - Parameters:
        ///   - profile: Asks for the caller's profile, with allergens and dislikes.
        ///   - foods: Asks the catalogue for foods.
        ///   - menu: Asks a calculator for a menu.
        package init(
            profile: @escaping @Sendable (RequestContext) async throws -> Profile,
            foods: @escaping @Sendable (CatalogPlannable, RequestContext) async throws -> CatalogPlannable.Reply,
            menu: @escaping @Sendable (CalculatorPlan, RequestContext) async throws -> MealPlan
        ) {
            self.profile = profile
            self.foods = foods
            self.menu = menu
        }
    }

    let store: Store
    let sources: Sources
    let now: @Sendable () -> Date
    /// One at a time for each user: a menu keeps a calculator busy for seconds.
    package let making = OneForEachUser(refusal: "A menu is being made for you; ask for another one when it is there.")

    /// Makes the service.
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

    /// What is answered at once.
    package var endpoints: [Endpoint] {
        [.handle(DiaryPlansList.self, list), .handle(DiaryPlansApply.self, apply)]
    }

    /// What waits for other services.
    package var heavyEndpoints: [Endpoint] {
        [.handle(DiaryPlansMake.self, make)]
    }
}
