import Contracts

/// A place in the changes of a diary.
struct ChangesCursor: Equatable, LosslessStringConvertible {
    /// Characters of the epoch that a cursor has, enough to tell it from the one before.
    private static let epochLength = 8

    /// The beginning of the epoch in which the numbers count.
    let epoch: Substring
    /// The number of the last change that was told.
    let number: Int
    /// The last number there was when telling from the beginning began, as long as that is not caught up with: whoever is told
    /// everything need not hear of what was removed before.
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

    /// Whether all that happened behind it can be told.
    ///
    /// - Parameters:
    ///   - epoch: The database's.
    ///   - book: The numbers of the person's changes.
    /// - Returns: Not for one of another epoch, or beyond the last change, as after a restore; nor when a removal behind it is
    ///   forgotten.
    func isGood(in epoch: String, _ book: Book) -> Bool {
        self.epoch == epoch.prefix(Self.epochLength) && max(number, base ?? 0) <= book.change
            && max(number, base ?? 0) >= book.forgotten
    }
}
