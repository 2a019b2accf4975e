/// A state of what everybody finds: how often people have changed it, and how often sources have since.
package struct IndexRevision: Sendable, Equatable {
    /// Of the number, for the pages of sources between two changes by people.
    private static let pageBits: Int64 = 32

    let number: Int64

    package init(number: Int64) { self.number = number }

    /// Changes when a food comes to be seen, changes or goes by somebody's doing, which has to show at once.
    var ofPeople: Int64 { number >> Self.pageBits }

    /// The state after a change.
    func next(isBulk: Bool) -> IndexRevision {
        isBulk
            ? IndexRevision(number: number + 1)
            : IndexRevision(number: (ofPeople + 1) << Self.pageBits)
    }
}
