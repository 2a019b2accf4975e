import Contracts
import FoundationEssentials
import Storage

/// Writes foods in one transaction: table, indexes, and the words of the vocabulary.
///
/// Index entries are collected and written in order by ``finish()``, because FTS5 flushes its buffer whenever row
/// numbers do not ascend.
struct FoodWriter {
    /// A food with its search text, which is computed before the transaction starts.
    struct Prepared: Sendable {
        let food: FoodRow
        let text: IndexText
        let origin: FoodOrigin

        /// Prepares a food, which is created now if it does not exist.
        init(_ food: FoodRow, from origin: FoodOrigin = .given, now: Date = Date()) {
            var food = food
            food.createdAtS = food.createdAtS ?? Int(now.timeIntervalSince1970)
            self.food = food
            self.origin = origin
            text = food.indexText
        }
    }

    /// The outcome of storing a food.
    enum Outcome: Sendable {
        case added
        case changed
        case unchanged
    }

    private struct Entry {
        let position: Int64
        let tokens: String
    }

    private let transaction: SQLTransaction
    private let isBulk: Bool
    private var added: [Entry] = []
    private var removed: [Entry] = []
    private var barcodesAdded: [(number: Int64, barcode: String)] = []
    private var barcodesRemoved: [(number: Int64, barcode: String)] = []
    private var words: [String: Int] = [:]
    /// Whether a public food is added, removed or changed in more than its rank.
    private var changesFoods = false

    /// Starts writing.
    ///
    /// - Parameters:
    ///   - transaction: The transaction of all writes.
    ///   - isBulk: Whether this is an imported page, which may appear in cached results later. See
    ///     ``SearchResultCache``.
    init(_ transaction: SQLTransaction, isBulk: Bool = false) {
        self.transaction = transaction
        self.isBulk = isBulk
    }

    /// Inserts a food, or updates the food with its id.
    ///
    /// - Throws: `conflict` if the id belongs to another user's food.
    mutating func put(_ prepared: Prepared) throws -> Outcome {
        let (food, text) = (prepared.food, prepared.text)
        // A new imported food has no uses yet; a user's own food may have uses from before its removal.
        let usersBefore = food.owner == nil ? 0 : try FoodPopularity.users(of: food.id, transaction.reader)
        let rank = FoodRank(food, text, users: usersBefore)
        if let number = try FoodTable.insert(food, text, rank, transaction) {
            addToIndex(food, text, rank, number)
            return .added
        }
        if try FoodTable.isUnchanged(food, transaction.reader) { return .unchanged }
        guard let old = try FoodTable.stored(food.id, transaction.reader) else {
            throw ServiceError(.internalError, "A food with this id could be neither inserted nor found.")
        }
        guard old.food.owner == food.owner else {
            throw ServiceError(.conflict, "A food with this id exists already.")
        }
        var merged = food.merged(with: old.food, from: prepared.origin)
        let hasSameText = merged == food
        merged.createdAtS = old.food.createdAtS
        if merged == old.food { return .unchanged }
        let users = try FoodPopularity.users(of: food.id, transaction.reader)
        removeFromIndex(old)
        let newText = hasSameText ? text : merged.indexText
        let newRank = FoodRank(merged, newText, users: users)
        try FoodTable.update(old.number, merged, newText, newRank, transaction)
        addToIndex(merged, newText, newRank, old.number)
        return .changed
    }

    /// Removes a food.
    mutating func remove(_ stored: FoodTable.Stored) throws {
        removeFromIndex(stored)
        try FoodTable.remove(stored.number, transaction)
    }

    /// Moves a food to the position for its number of users.
    ///
    /// The revision of the index stays: users log foods all the time, and every change would invalidate the cached
    /// results. A cached result has the old order for at most ``SearchResultCache/maximumAge``.
    mutating func rerank(_ stored: FoodTable.Stored, users: Int) throws {
        let (food, text) = (stored.food, stored.food.indexText)
        let rank = FoodRank(food, text, users: users)
        guard rank != stored.rank else { return }
        let tokens = food.indexTokens(text)
        func entry(_ rank: FoodRank) -> Entry {
            Entry(position: rank.position(ofRow: stored.number, isOwn: food.isPrivate), tokens: tokens)
        }
        try FoodTable.setRank(stored.number, rank, transaction)
        removed.append(entry(stored.rank))
        added.append(entry(rank))
    }

    /// Adds a food that is stored in the table but in no index.
    mutating func reindex(_ stored: FoodTable.Stored) throws {
        let text = stored.food.indexText
        let users = try FoodPopularity.users(of: stored.food.id, transaction.reader)
        let rank = FoodRank(stored.food, text, users: users)
        try FoodTable.setSearch(stored.number, stored.food, text, rank, transaction)
        addToIndex(stored.food, text, rank, stored.number)
    }

    private mutating func addToIndex(_ food: FoodRow, _ text: IndexText, _ rank: FoodRank, _ number: Int64) {
        added.append(
            Entry(position: rank.position(ofRow: number, isOwn: food.isPrivate), tokens: food.indexTokens(text))
        )
        if let barcode = food.barcode { barcodesAdded.append((number, barcode.text)) }
        if !food.isPrivate { changesFoods = true }
        countWords(of: food, text, 1)
    }

    private mutating func removeFromIndex(_ stored: FoodTable.Stored) {
        let (food, text) = (stored.food, stored.food.indexText)
        let position = stored.rank.position(ofRow: stored.number, isOwn: food.isPrivate)
        removed.append(Entry(position: position, tokens: food.indexTokens(text)))
        if let barcode = food.barcode { barcodesRemoved.append((stored.number, barcode.text)) }
        if !food.isPrivate { changesFoods = true }
        countWords(of: food, text, -1)
    }

    /// Counts public words only: otherwise private words would appear in others' completions and could suppress
    /// corrections.
    private mutating func countWords(of food: FoodRow, _ text: IndexText, _ difference: Int) {
        if food.isPrivate { return }
        for word in text.vocabulary { words[word, default: 0] += difference }
    }

    /// Writes the collected changes.
    mutating func finish() throws {
        for entry in removed.sorted(by: { $0.position < $1.position }) {
            try index(
                "INSERT INTO food_index (food_index, rowid, tokens) VALUES ('delete', ?, ?)",
                entry.position,
                entry.tokens
            )
        }
        for entry in added.sorted(by: { $0.position < $1.position }) {
            try index("INSERT INTO food_index (rowid, tokens) VALUES (?, ?)", entry.position, entry.tokens)
        }
        for entry in barcodesRemoved.sorted(by: { $0.number < $1.number }) {
            try index(
                "INSERT INTO barcode_index (barcode_index, rowid, barcode) VALUES ('delete', ?, ?)",
                entry.number,
                entry.barcode
            )
        }
        for entry in barcodesAdded.sorted(by: { $0.number < $1.number }) {
            try index("INSERT INTO barcode_index (rowid, barcode) VALUES (?, ?)", entry.number, entry.barcode)
        }
        try WordTable.add(words, transaction)
        if changesFoods { try CatalogState.advanceRevision(isBulk: isBulk, transaction) }
        self = FoodWriter(transaction, isBulk: isBulk)
    }

    private func index(_ sql: String, _ position: Int64, _ text: String) throws {
        try transaction.execute(sql) { arguments in
            arguments.bind(position)
            arguments.bind(text)
        }
    }
}

extension FoodRank {
    init(_ food: FoodRow, _ text: IndexText, users: Int) {
        let isPlain = food.type == .generic || food.type == .dish
        self.init(
            type: food.type,
            flags: food.flags.map(\.rawValue),
            detail: text.detail,
            isCommon: isPlain && !food.names.isEmpty,
            users: users
        )
    }
}

extension FoodRow {
    /// Returns the tokens for the index; those of a private food have its owner's prefix.
    func indexTokens(_ text: IndexText) -> String {
        guard isPrivate, let owner else { return text.tokens.joined(separator: " ") }
        let tokenPrefix = OwnTokens.prefix(of: owner)
        return text.tokens.filter(OwnTokens.isSearched).map { tokenPrefix + $0 }.joined(separator: " ")
    }
}
