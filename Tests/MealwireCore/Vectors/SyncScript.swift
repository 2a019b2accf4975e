import MealwireCore

/// Shortcuts for scenarios of ``DiarySync``.
///
/// Time begins at 0 and goes on by 100 ms with each action.
struct SyncScript {
    private(set) var script = VectorScript<DiarySync>(DiarySync.State())
    private(set) var now = 0
    private var lastID = 0

    static let user = "01900000-0000-7000-8000-00000000aaaa"
    static let other = "01900000-0000-7000-8000-00000000bbbb"

    /// Opens a store and a session, and answers the first pulls.
    static func online(_ stored: Stored = Stored(user: user), entries: [DiaryEntry] = []) -> SyncScript {
        var script = SyncScript()
        script.act { .opened(.init(stored: stored, now: $0)) }
        script.act { .signedIn(.init(user: user, now: $0)) }
        script.page(entries, cursor: "1-\(entries.count)")
        script.answer(.measurements(.init(items: [])))
        return script
    }

    var state: DiarySync.State { script.state }

    mutating func act(_ action: (Milliseconds) -> DiarySync.Action) {
        now += 100
        script.act(action(now))
    }

    mutating func wait(_ duration: Milliseconds) { now += duration }

    mutating func newID() -> String {
        lastID += 1
        let digits = "\(lastID)"
        return "01900000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    /// Answers the oldest open request.
    mutating func answer(_ answer: DiarySync.Answer) {
        let number = state.requests.first?.request.number ?? 0
        act { .answered(.init(request: number, answer: answer, now: $0, jitter: 0.5)) }
    }

    mutating func page(
        _ items: [DiaryEntry] = [],
        deleted: [String] = [],
        cursor: String,
        isMore: Bool = false,
        reset: Bool = false
    ) {
        let page = DiarySync.ChangesPage(
            items: items,
            deleted: deleted,
            days: [],
            cursor: cursor,
            isMore: isMore,
            reset: reset
        )
        answer(.page(page))
    }

    /// Reports the last save as done.
    mutating func saved() {
        let number = state.lastSave
        act { _ in .saved(.init(number: number)) }
    }

    /// Creates an entry of a food.
    @discardableResult mutating func create(grams: Double) -> String {
        let (write, entry) = (newID(), newID())
        act {
            .create(
                .init(
                    write: write,
                    entry: entry,
                    content: Self.content(grams: grams),
                    preview: Self.preview(grams: grams),
                    now: $0
                )
            )
        }
        return entry
    }

    mutating func change(_ entry: String, grams: Double? = nil, meal: Meal? = nil) {
        let write = newID()
        let amount = grams.map { FoodAmount(foodId: "oats", grams: $0) }
        let preview = grams.map { Self.preview(grams: $0) }
        act {
            .change(
                .init(write: write, entry: entry, changes: .init(meal: meal, amount: amount), preview: preview, now: $0)
            )
        }
    }

    mutating func remove(_ entry: String) {
        let write = newID()
        act { .remove(.init(write: write, id: entry, now: $0)) }
    }

    /// Saves, and lets the server confirm an entry with a version.
    mutating func confirm(_ entry: String, grams: Double, meal: Meal = .breakfast, version: Int) {
        saved()
        answer(.entry(.init(entry: Self.entry(entry, grams: grams, meal: meal, version: version))))
    }

    func file(titled title: String) -> VectorFile { script.file(titled: title) }

    static func content(grams: Double, meal: Meal = .breakfast) -> EntryContent {
        EntryContent(
            date: "2026-11-23",
            meal: meal,
            at: "2026-11-23T07:00:00.000Z",
            amount: FoodAmount(foodId: "oats", grams: grams)
        )
    }

    static func preview(grams: Double) -> EntryPreview {
        EntryPreview(name: "Oats", grams: grams, nutrients: Nutrients(kcal: grams * 4, proteinG: grams / 8))
    }

    static func entry(_ id: String, grams: Double, meal: Meal = .breakfast, version: Int) -> DiaryEntry {
        DiaryEntry(
            id: id,
            content: content(grams: grams, meal: meal),
            preview: preview(grams: grams),
            position: 0,
            version: version
        )
    }
}
