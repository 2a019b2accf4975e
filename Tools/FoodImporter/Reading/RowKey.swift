import Contracts

/// A 64-bit key that identifies the food of a row.
///
/// Rows with equal keys contain the same food. For six million foods, the chance of any collision is one in a million.
/// A collision only adds one wrong line to the report.
package struct RowKey: Hashable, Sendable {
    /// Never 0, which marks an empty slot in ``RowKeys``.
    let bits: UInt64

    init(_ food: ImportedFood, of source: String) {
        var hasher = Hasher()
        // An id that comes with the food identifies it in every source.
        if let id = food.id {
            hasher.combine(id)
        } else {
            hasher.combine(source)
            hasher.combine(food.sourceID)
        }
        bits = UInt64(bitPattern: Int64(hasher.finalize())) | 1
    }
}

/// The keys of the rows that an import has read, up to a limit.
///
/// A hash table in one block of memory that doubles as it fills; a `Set` takes more than twice the memory.
struct RowKeys {
    /// 64 MiB, for more rows than any source of foods has.
    private static let slotsMax = 1 << 23
    private static let slotsFirst = 1 << 10

    private var slots = [UInt64](repeating: 0, count: RowKeys.slotsFirst)
    private(set) var count = 0

    /// The greatest number of keys: three quarters of the slots, so that lookups stay fast.
    static var countMax: Int { slotsMax / 4 * 3 }
    var isFull: Bool { count >= Self.countMax }

    /// Inserts a key and returns whether it is new.
    ///
    /// A key for which there is no room always counts as new.
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
