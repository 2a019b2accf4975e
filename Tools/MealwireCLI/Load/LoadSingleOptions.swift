import ArgumentParser
import CommandSupport
import ContractDocuments
import Contracts
import FoundationEssentials
import LoadGenerator
import MessageBus

/// The method that the scenario `call` calls.
struct LoadSingleOptions: ParsableArguments {
    @Option(help: "The method, such as calculator.target.")
    var method: String?

    @Option(help: "The request as JSON. Default: {}.")
    var request: String?

    @Option(help: ArgumentHelp("A file with the request.", valueName: "file"))
    var requestFile: String?

    @Option(name: .customLong("as"), help: ArgumentHelp("The id of the user to call as.", valueName: "user-id"))
    var user: String?

    func single() throws -> LoadRequest.Single {
        guard let method else { throw CommandFailure("The scenario call needs --method, such as calculator.target.") }
        guard let known = KnownMethods.method(named: method) else {
            let near = NameSuggestions.of(method, among: KnownMethods.all.map(\.name))
            let hint = near.isEmpty ? "." : "; did you mean \(near.joined(separator: ", "))?"
            throw CommandFailure("There is no method \(method)\(hint)")
        }
        let id = try user.map { text in
            guard let id = UserID(text) else {
                throw CommandFailure("--as is \(text), but must be the id of a user, a UUID.")
            }
            return id
        }
        return LoadRequest.Single(method: known, json: try payload(), user: id)
    }

    private func payload() throws -> String {
        guard let requestFile else { return request ?? "{}" }
        guard request == nil else { throw CommandFailure("Give either --request or --request-file, not both.") }
        guard let bytes = FileManager.default.contents(atPath: requestFile) else {
            throw CommandFailure("\(requestFile) cannot be read.")
        }
        guard bytes.count <= MessageLimits.payloadMax else {
            throw CommandFailure("\(requestFile) is larger than one message may be.")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
