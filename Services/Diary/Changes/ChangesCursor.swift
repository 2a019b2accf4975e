/// A position in the change log of a diary.
struct ChangesCursor: Equatable, LosslessStringConvertible {
    /// Characters of the epoch in a cursor: enough to distinguish it from the previous one.
    private static let epochLength = 8

    /// The first characters of the epoch in which the numbers count.
    let epoch: Substring
    /// The number of the last change in the page.
    let number: Int
    /// The last number when a read from the beginning started, until the read has reached it.
    ///
    /// A client that reads everything does not need the removals before this number.
    let base: Int?

    init(epoch: String, number: Int, base: Int?) {
        self.epoch = epoch.prefix(Self.epochLength)
        self.number = number
        self.base = base.flatMap { $0 > number ? $0 : nil }
    }

    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let number = Int(parts[1]), number >= 0 else { return nil }
        let base = parts.count == 3 ? Int(parts[2]) : nil
        guard parts.count == 2 || base != nil else { return nil }
        (epoch, self.number, self.base) = (parts[0], number, base)
    }

    var description: String { "\(epoch)-\(number)" + (base.map { "-\($0)" } ?? "") }

    /// Returns whether every change after the cursor can be listed.
    ///
    /// - Parameters:
    ///   - epoch: The epoch of the database.
    ///   - log: The bounds of the user's change numbers.
    /// - Returns: False for another epoch and for a number beyond the last change, as after a restore. Also false if
    ///   the record of a later removal was deleted.
    func isValid(in epoch: String, _ log: ChangeLog) -> Bool {
        self.epoch == epoch.prefix(Self.epochLength) && max(number, base ?? 0) <= log.lastChange
            && max(number, base ?? 0) >= log.lastDeletedRemoval
    }
}
