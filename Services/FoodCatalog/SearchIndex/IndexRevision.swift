/// A revision of the public foods: the number of changes by users, and the number of imported pages since the last one.
package struct IndexRevision: Sendable, Equatable {
    /// Bits of the number that count imported pages between two changes by users.
    private static let pageBits: Int64 = 32

    let number: Int64

    package init(number: Int64) { self.number = number }

    /// Changes when a user's action makes a public food appear, change or disappear, which must show at once.
    var userChanges: Int64 { number >> Self.pageBits }

    /// Returns the revision after a change.
    func next(isBulk: Bool) -> IndexRevision {
        isBulk
            ? IndexRevision(number: number + 1)
            : IndexRevision(number: (userChanges + 1) << Self.pageBits)
    }
}
