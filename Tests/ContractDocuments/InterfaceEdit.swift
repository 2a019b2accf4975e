import ContractDocuments
import Foundation
import Testing

/// An edit of ``SampleInterface/json``, and the changes that it makes.
struct InterfaceEdit: CustomTestStringConvertible, Sendable {
    let before: String
    let after: String
    let changes: [String]

    init(_ before: String, _ after: String, _ changes: String...) {
        (self.before, self.after, self.changes) = (before, after, changes)
    }

    var testDescription: String { changes.first ?? "no change" }

    /// Expects that the comparison finds exactly the changes.
    func expectChanges() throws {
        let old = try SampleInterface.decode(SampleInterface.json)
        try #require(SampleInterface.json.components(separatedBy: before).count == 2, "\(before) is not unique")
        let new = try SampleInterface.decode(SampleInterface.json.replacing(before, with: after))
        #expect(ContractComparison.changes(from: old, to: new).map(\.description) == changes)
    }
}
