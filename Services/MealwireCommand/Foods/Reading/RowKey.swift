import Contracts

/// Which food a row is of, in 64 bits; two rows of one key bring the same food.
///
/// Of six million different ones some two are taken for the same with a chance of one in a million; then a line too many stands in a
/// report.
struct RowKey: Hashable, Sendable {
    /// Never 0, which stands for no key in ``RowKeys``.
    let bits: UInt64

    init(_ food: ImportedFood, of source: String) {
        var hasher = Hasher()
        // A food that has its id from its source is the same one in whatever source it stands.
        if let id = food.id {
            hasher.combine(id)
        } else {
            hasher.combine(source)
            hasher.combine(food.sourceID)
        }
        bits = UInt64(bitPattern: Int64(hasher.finalize())) | 1
    }
}

/// The keys of the rows that an import has read, up to a number of them.
///
/// Behind each other in one block of memory, which doubles as it fills: a `Set` takes more than twice as much.
struct RowKeys {
    /// 64 MiB: more rows than any source of foods has.
    private static let slotsMax = 1 << 23
    private static let slotsFirst = 1 << 10

    private var slots = [UInt64](repeating: 0, count: RowKeys.slotsFirst)
    private(set) var count = 0

    /// Of the keys that are kept; three quarters of the places, so that looking one up stays quick.
    static var countMax: Int { slotsMax / 4 * 3 }
    var isFull: Bool { count >= Self.countMax }

    /// Whether a key comes for the first time; one that finds no room is kept nowhere, and always new.
    mutating func insert(_ key: RowKey) -> Bool {
        if count >= slots.count / 4 * 3, slots.count < Self.slotsMax { grow() }
        var index = Int(truncatingIfNeeded: key.bits >> 1) & (slots.count - 1)
        while slots[index] != 0 {
            if slots[index] == key.bits { return false }
            index = (index + 1) & (slots.count - 1)
        }
        if !isFull {
            slots[index] = key.bits
            count += 1
        }
        return true
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: 2 * old.count)
        for bits in old where bits != 0 {
            var index = Int(truncatingIfNeeded: bits >> 1) & (slots.count - 1)
            while slots[index] != 0 { index = (index + 1) & (slots.count - 1) }
            slots[index] = bits
        }
    }
}
