import ArgumentParser
import ContractDocuments
import FoundationEssentials
import Messaging

/// `mealwire contracts`: prints the methods and events of this version as a document.
struct PrintContracts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contracts",
        abstract: "Print all methods and events as an AsyncAPI document.",
        discussion: "No set has to run: it is what this version of Mealwire was built from."
    )

    @Flag(help: "Print the form in which contracts are compared instead.")
    var baseline = false

    @Option(help: ArgumentHelp("Print what changed since a baseline; fail if it breaks others.", valueName: "file"))
    var against: String?

    func validate() throws {
        if baseline, against != nil { throw ValidationError("Either print the baseline, or compare with one.") }
    }

    func run() throws {
        let model = try ContractModel.current(requestHeader: RequestHeader.self, replyHeader: ReplyHeader.self)
        if let against {
            try compare(model, with: against)
        } else {
            Console().write(baseline ? try model.baseline() : AsyncAPIDocument(model).text)
        }
    }

    private func compare(_ model: ContractModel, with path: String) throws {
        let old = try Self.baseline(path)
        let changes = ContractComparison.changes(from: old, to: model)
        for change in changes { Console().write("\(change)\n") }
        if changes.contains(where: { $0.verdict == .breaking }) {
            throw SetFailure("The contracts break processes of an older version.")
        }
    }

    private static func baseline(_ path: String) throws -> ContractModel {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw SetFailure("\(path) cannot be read.")
        }
        do {
            return try ContractModel(baseline: String(decoding: data, as: UTF8.self))
        } catch {
            throw SetFailure("\(path) is no baseline of contracts: \(error)")
        }
    }
}
