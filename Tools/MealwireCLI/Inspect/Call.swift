import ArgumentParser
import CommandSupport
import ContractDocuments
import Contracts
import MessageBus

/// `mealwire call`: calls one method of a running stack, as its processes do.
struct Call: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Call a method of a running stack and print its reply.",
        discussion: """
            For example: `mealwire call diary.info` lists the methods of the diary. Methods for users need --as. No \
            password is needed, because a user who can open the sockets of a stack can open its databases as well.
            """
    )

    @Argument(help: "The method, such as diary.day.")
    var method: String

    @Argument(help: "The request as JSON.")
    var json = "{}"

    @Option(name: .customLong("as"), help: ArgumentHelp("The id of the user to call as.", valueName: "user-id"))
    var user: String?

    @Option(help: "The idempotency key of a write. Default: a new one.")
    var key: String?

    @OptionGroup var dataArgument: DataArgument

    @Option(help: "The timeout in milliseconds. Default: the timeout of the method.")
    var timeoutMs: Int?

    func validate() throws {
        guard timeoutMs.map({ $0 > 0 }) ?? true else {
            throw ValidationError("--timeout-ms must be more than 0.")
        }
    }

    func run() async throws {
        let (method, payload) = (try knownMethod(), Array(json.utf8))
        let context = RequestContext(
            id: .make(),
            principal: try principal(),
            // Without a key, a write that is repeated while its service restarts could take effect twice.
            idempotencyKey: key ?? (method.effect == .keyedWrite ? GeneratedKey.make() : nil),
            deadline: .after(milliseconds: timeoutMs ?? method.timeoutMs),
            traceparent: nil
        )
        let reply = try await BusSession.run(try dataArgument.directory) { bus in
            do throws(ServiceError) {
                return try await bus.forward(method, payload: payload, context).payload
            } catch {
                throw CommandFailure("\(method.name) answered \(error.code.rawValue): \(error.message)")
            }
        }
        Console().write("\(PrettyJSON.text(reply))\n")
    }

    private func knownMethod() throws(CommandFailure) -> Method {
        if let known = KnownMethods.method(named: method) { return known }
        let near = NameSuggestions.of(method, among: KnownMethods.all.map(\.name))
        guard !near.isEmpty else { throw CommandFailure("There is no method \(method), and none with a similar name.") }
        throw CommandFailure("There is no method \(method); did you mean \(near.joined(separator: ", "))?")
    }

    private func principal() throws(CommandFailure) -> Principal? {
        guard let user else { return nil }
        guard let id = UserID(user) else {
            throw CommandFailure("--as is \(user), but must be the id of a user, a UUID.")
        }
        return Principal(user: id, roles: [.user], session: .make())
    }
}
