import ArgumentParser
import CommandSupport
import ContractDocuments
import FoundationEssentials
import MessageBus

/// `mealwire contracts`: prints the methods and events of this version as a document.
struct PrintContracts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contracts",
        abstract: "Print all methods and events as an AsyncAPI document.",
        discussion: "No running stack is needed: the document describes this version of Mealwire."
    )

    @Flag(help: "Print the baseline for later comparisons instead.")
    var baseline = false

    @Option(help: ArgumentHelp("Print the changes since a baseline, and fail if one is breaking.", valueName: "file"))
    var against: String?

    func validate() throws {
        if baseline, against != nil { throw ValidationError("Give either --baseline or --against, not both.") }
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
            throw CommandFailure("The contracts contain breaking changes.")
        }
    }

    private static func baseline(_ path: String) throws -> ContractModel {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure("\(path) cannot be read.")
        }
        do {
            return try ContractModel(baseline: String(decoding: data, as: UTF8.self))
        } catch {
            throw CommandFailure("\(path) is not a baseline of contracts: \(error)")
        }
    }
}
