/// Searching for foods, and the tray of what this visit has logged or collected.
///
/// A food that is picked is logged at once, and the tray lists it with − and +. In a visit that collects first, the
/// tray is a cart, and its foods are logged together.
public enum FoodSearch: Reducer {
    /// How long a search waits for the next key.
    public static let pause: Milliseconds = 120
    /// The shortest text that is searched: one letter finds nothing useful.
    public static let lengthMin = 2
    /// The amount of one + for a food measured by weight, in grams, as for the server's cart.
    public static let gramsPerStep = 10.0
    /// Energy that a number in the field can mean, in kcal: up to a whole day's, as the server accepts it.
    public static let energy = 1.0...20_000.0

    /// Changes the state as an action demands.
    public static func reduce(_ state: inout State, _ action: Action) -> [Effect] {
        switch action {
        case .opened(let opening):
            state = State(date: opening.date, meal: opening.meal, isCollecting: opening.collects)
            return []
        case .typed(let typing): return state.type(typing.text)
        case .paused(let request):
            guard request.request == state.request, state.isSearching else { return [] }
            return [.search(Search(request: state.request, text: state.text))]
        case .found(let found):
            guard found.request == state.request else { return [] }
            state.results = found.foods
            state.isSearching = false
            state.hasFailed = false
            return []
        case .failed(let request):
            guard request.request == state.request else { return [] }
            state.isSearching = false
            state.hasFailed = true
            return []
        case .pick(let pick): return state.add(TrayItem(pick))
        case .logEnergy(let energy):
            guard let kcal = state.offeredKcal else { return [] }
            return state.add(TrayItem(energy, kcal: kcal))
        case .more(let item): return state.step(item.id, by: 1)
        case .less(let item): return state.step(item.id, by: -1)
        case .undo: return state.undo()
        case .checkOut:
            guard state.isCollecting else { return [] }
            let effects = state.tray.map { state.log($0) }
            state.tray = []
            state.done = []
            return effects
        }
    }

    /// The field, the results and the tray.
    public struct State: Codable, Equatable, Sendable {
        /// The day to log on, as `YYYY-MM-DD`.
        public internal(set) var date: String
        /// The meal to log in.
        public internal(set) var meal: Meal
        /// Whether foods are collected first.
        public internal(set) var isCollecting: Bool
        /// The text in the field.
        public internal(set) var text = ""
        /// The number of the last search; answers to others are ignored.
        public internal(set) var request = 0
        /// Whether the last search has no answer yet.
        public internal(set) var isSearching = false
        /// Whether the last search failed.
        public internal(set) var hasFailed = false
        /// The foods of the last answer; they stay until the next one arrives.
        public internal(set) var results: [FoodHit] = []
        /// The energy that the text means, offered before all results; nil if it is no number.
        public internal(set) var offeredKcal: Double?
        /// What was logged or collected in this visit, in that order.
        public internal(set) var tray: [TrayItem] = []
        /// The changes of the tray that can be undone, the last one at the end.
        public internal(set) var done: [TrayChange] = []

        /// Creates a visit for a meal.
        public init(date: String, meal: Meal, isCollecting: Bool = false) {
            self.date = date
            self.meal = meal
            self.isCollecting = isCollecting
        }

        mutating func type(_ text: String) -> [Effect] {
            self.text = text
            request += 1
            offeredKcal = nil
            switch NumberText.read(text) {
            // A separator of thousands is likelier than a thousandth of a kcal.
            case .number(let kcal), .ambiguous(_, let kcal): if energy.contains(kcal) { offeredKcal = kcal }
            case .invalid: break
            }
            isSearching = text.count >= lengthMin
            guard isSearching else {
                results = []
                return []
            }
            return [.wait(Wait(request: request, duration: pause))]
        }
    }
}

/// The tray.
extension FoodSearch.State {
    mutating func add(_ item: TrayItem) -> [FoodSearch.Effect] {
        guard !tray.contains(where: { $0.id == item.id }) else { return [] }
        tray.append(item)
        done.append(.added(TrayReference(id: item.id)))
        return isCollecting ? [] : [log(item)]
    }

    func log(_ item: TrayItem) -> FoodSearch.Effect {
        .log(.init(entry: item.id, content: item.content(date: date, meal: meal), preview: item.preview))
    }

    mutating func step(_ id: String, by direction: Double) -> [FoodSearch.Effect] {
        guard let index = tray.firstIndex(where: { $0.id == id }) else { return [] }
        let before = tray[index]
        guard let after = before.stepped(by: direction) else {
            tray.remove(at: index)
            done.append(.removed(TrayRemoval(item: before, index: index)))
            return isCollecting ? [] : [.remove(TrayReference(id: id))]
        }
        tray[index] = after
        done.append(.changed(TrayAmount(item: before)))
        return isCollecting ? [] : [change(after)]
    }

    private func change(_ item: TrayItem) -> FoodSearch.Effect {
        .change(.init(entry: item.id, amount: item.amount, energy: item.energy, preview: item.preview))
    }

    mutating func undo() -> [FoodSearch.Effect] {
        guard let last = done.popLast() else { return [] }
        switch last {
        case .added(let added):
            tray.removeAll { $0.id == added.id }
            return isCollecting ? [] : [.remove(added)]
        case .changed(let changed):
            guard let index = tray.firstIndex(where: { $0.id == changed.item.id }) else { return [] }
            tray[index] = changed.item
            return isCollecting ? [] : [change(changed.item)]
        case .removed(let removed):
            tray.insert(removed.item, at: min(removed.index, tray.count))
            guard !isCollecting else { return [] }
            let content = removed.item.content(date: date, meal: meal)
            return [.restore(.init(entry: removed.item.id, content: content, preview: removed.item.preview))]
        }
    }
}
