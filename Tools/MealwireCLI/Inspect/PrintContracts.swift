import ArgumentParser
import CommandSupport
import ContractDocuments
import FoundationEssentials
import Glibc
import MessageBus

/// `mealwire contracts`: prints the methods and events of this version as a document.
struct PrintContracts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contracts",
        abstract: "Print all methods and events as an AsyncAPI document, or the HTTP interface.",
        discussion: "No running stack is needed: the document describes this version of Mealwire."
    )

    /// A document other than AsyncAPI's.
    enum Document: String, EnumerableFlag {
        case baseline
        case openapi
        case typescript
        case limits
        case page

        static func help(for value: Document) -> ArgumentHelp? {
            switch value {
            case .baseline: "Print the baseline for later comparisons instead."
            case .openapi: "Print the HTTP interface as an OpenAPI document instead."
            case .typescript: "Print the types of the HTTP interface for TypeScript instead."
            case .limits: "Print the limits of requests that the web app checks, as JavaScript, instead."
            case .page: "Print the page /docs of the gateway instead."
            }
        }
    }

    @Flag(exclusivity: .exclusive)
    var document: Document?

    @Option(
        help: ArgumentHelp(
            "Print the changes of messages and HTTP since a baseline, and fail if one is breaking.",
            valueName: "file"
        )
    )
    var against: String?

    func validate() throws {
        if let document, against != nil {
            throw ValidationError("Give either --\(document.rawValue) or --against, not both.")
        }
    }

    func run() throws {
        let model = try ContractModel.current(requestHeader: RequestHeader.self, replyHeader: ReplyHeader.self)
        if let against {
            try compare(model, with: against)
        } else {
            Console().write(try text(of: model))
        }
    }

    private func text(of model: ContractModel) throws -> String {
        switch document {
        case .baseline: try model.baseline()
        case .openapi: OpenAPIDocument(try HTTPModel.current()).text
        case .typescript: TypeScriptDeclarations(try HTTPModel.current()).text
        case .limits: try WebAppLimits().text
        case .page: APIPage(try HTTPModel.current()).html
        case nil: AsyncAPIDocument(model).text
        }
    }

    private func compare(_ model: ContractModel, with path: String) throws {
        let old = try Self.baseline(path)
        let changes = ContractComparison.changes(from: old, to: model)
        for change in changes { Console().write("\(change)\n") }
        if old.http == nil {
            Console(descriptor: STDERR_FILENO).write("\(path) has no HTTP interface, so only messages were compared.\n")
        }
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
