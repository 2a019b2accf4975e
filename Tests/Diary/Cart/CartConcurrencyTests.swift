import Contracts
import Diary
import JSONCoding
import SeededRandom
import Testing

/// Concurrent changes of one cart by several devices.
@Suite(.timeLimit(.minutes(5))) struct CartConcurrencyTests {
    /// The sum of the acknowledged changes.
    private struct Acknowledged {
        var steps: [FoodID: Double] = [:]
        var additionalKcal = 0.0
        var changes = 0
        var conflicts = 0
    }

    /// A device that resends each change until it is answered, and sometimes once more than needed.
    private struct Device {
        let name: String
        let diary: DiaryFixture
        let foods: [Food]
        var numbers: SeededGenerator
        var acknowledged = Acknowledged()
        private var keys = 0

        init(_ name: String, _ diary: DiaryFixture, _ foods: [Food], seed: Int) {
            (self.name, self.diary, self.foods) = (name, diary, foods)
            numbers = SeededGenerator(seed: seed)
        }

        private mutating func nextKey() -> String {
            keys += 1
            return "\(name)-\(keys)"
        }

        private func cart() async throws -> Cart { try await diary.service.cart(DiaryCartGet(), diary.context()) }

        /// Sends a change for the current cart, and computes it again after a version conflict.
        private mutating func change(
            _ send: (_ cart: Cart, _ context: RequestContext) async throws -> Cart
        ) async throws {
            while true {
                let (seen, key) = (try await cart(), nextKey())
                do {
                    for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                        _ = try await send(seen, diary.context(key: key))
                    }
                    acknowledged.changes += 1
                    return
                } catch let error as ServiceError where error.code == .versionMismatch {
                    #expect(try error.current?.decode(Cart.self) != nil)
                    acknowledged.conflicts += 1
                }
            }
        }

        /// Adds to an item or subtracts from it, with or without the version of the cart.
        private mutating func tap(isCareful: Bool) async throws {
            guard let food = foods.randomElement(using: &numbers) else { return }
            let service = diary.service
            let steps = Double(Int.random(in: 1...6, using: &numbers)) / 2 * (Bool.random(using: &numbers) ? 1 : -1)
            try await change { cart, context in
                let version = isCareful ? cart.version : nil
                let request = DiaryCartItemsSet(foodId: food.id, ifVersion: version, more: steps)
                return try await service.setCartItem(request, context)
            }
            acknowledged.steps[food.id, default: 0] += steps
        }

        /// Adds one kilocalorie to the value that was read, which needs the version of the cart.
        private mutating func count() async throws {
            let service = diary.service
            try await change { cart, context in
                var request = DiaryCartUpdate()
                request.ifVersion = cart.version
                request.additionalKcal = .set((cart.additionalKcal ?? 0) + 1)
                return try await service.updateCart(request, context)
            }
            acknowledged.additionalKcal += 1
        }

        mutating func use() async throws {
            for _ in 0..<25 {
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0: try await count()
                case 1: try await tap(isCareful: true)
                default: try await tap(isCareful: false)
                }
            }
        }
    }

    @Test(arguments: [1, 2, 3])
    func `after concurrent changes the cart is the sum of the acknowledged ones`(seed: Int) async throws {
        try await DiaryFixture.use { diary in
            // By portion and by weight. The amounts stay far above zero, where steps would no longer add up.
            let (rye, wheat) = (bread(), bread())
            var soup = bread()
            soup.portions = []
            let foods = [rye, wheat, soup]
            for food in foods { diary.catalog.put(food) }
            for food in [rye, wheat] {
                let request = DiaryCartItemsSet(foodId: food.id, portion: "slice", quantity: 100)
                _ = try await diary.service.setCartItem(request, diary.context())
            }
            let request = DiaryCartItemsSet(foodId: soup.id, grams: 5_000)
            let first = try await diary.service.setCartItem(request, diary.context())
            let all = try await use(diary, foods, seed: seed)

            let cart = try await diary.service.cart(DiaryCartGet(), diary.context())
            #expect(cart.items.map(\.foodId) == first.items.map(\.foodId))
            #expect(cart.items[0].quantity == 100 + (all.steps[rye.id] ?? 0))
            #expect(cart.items[1].quantity == 100 + (all.steps[wheat.id] ?? 0))
            #expect(cart.items[2].grams == 5_000 + (all.steps[soup.id] ?? 0) * DiaryCartItemsSet.gramsPerStep)
            #expect(cart.additionalKcal == all.additionalKcal)
            #expect(cart.version == first.version + all.changes)
            // The devices did conflict.
            #expect(all.conflicts > 0)
            let published = try await diary.events(DiaryDataChanged.type).map {
                try $0.data.decode(DiaryDataChanged.self)
            }
            #expect(published.map(\.version) == Array(1...cart.version))
        }
    }

    /// Changes the cart from five devices.
    private func use(_ diary: DiaryFixture, _ foods: [Food], seed: Int) async throws -> Acknowledged {
        try await withThrowingTaskGroup(of: Acknowledged.self) { group in
            for number in 1...5 {
                group.addTask {
                    var device = Device("device-\(number)", diary, foods, seed: 10 * seed + number)
                    try await device.use()
                    return device.acknowledged
                }
            }
            return try await group.reduce(into: Acknowledged()) { all, device in
                all.steps.merge(device.steps, uniquingKeysWith: +)
                all.additionalKcal += device.additionalKcal
                all.changes += device.changes
                all.conflicts += device.conflicts
            }
        }
    }
}
