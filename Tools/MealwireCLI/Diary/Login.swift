import ArgumentParser
import Calendar
import CommandSupport
import Contracts
import DiaryCommands
import FoundationEssentials
import Glibc
import MealwireClient

/// The option `--server`, which selects the server of a user's commands.
struct ServerArgument: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address of the server. Default: that of the last sign-in, or \(ServerAddress.standard).",
            valueName: "url"
        )
    )
    var server: String?

    /// Runs the body as the user of the server.
    func run<Value: Sendable>(
        _ body: (MealwireClient, ServerAddress) async throws -> Value
    ) async throws -> Value {
        let file = try SessionFile(environment: ProcessInfo.processInfo.environment)
        return try await DiarySession.run(on: server, file, body)
    }
}

/// `mealwire login`: signs in to a server, for the commands of a user.
struct Login: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sign in to a server, for `mealwire today` and `mealwire log`.",
        discussion: """
            Asks for e-mail address, password and, if the account has one, a code of the second factor. The password is \
            not shown and not stored. The session is stored in $XDG_CONFIG_HOME/mealwire/session.json, or below \
            ~/.config, which only you can read. In a script, standard input has one answer a line.
            """
    )

    @OptionGroup var serverArgument: ServerArgument

    @Option(help: "The e-mail address of the account. Default: it is asked for.")
    var email: String?

    @Flag(help: "Ask for a personal access token instead of e-mail address and password.")
    var token = false

    func run() async throws {
        let prompt = TerminalPrompt()
        let name = try await serverArgument.run { client, server in
            if server.isOpen {
                Console(descriptor: STDERR_FILENO)
                    .write("Note: the connection to \(server.text) is not encrypted; others may read the password.\n")
            }
            let name = token ? try await useToken(client, prompt) : try await signIn(client, prompt)
            let file = try SessionFile(environment: ProcessInfo.processInfo.environment)
            var content = try file.read()
            content.current = server.text
            try file.write(content)
            return "\(name) at \(server.text)"
        }
        Console().write("Signed in as \(name).\n")
    }

    private func signIn(_ client: MealwireClient, _ prompt: TerminalPrompt) async throws -> String {
        let email = try email ?? prompt.line("E-mail address")
        let password = try prompt.secret("Password")
        switch try await client.signIn(email: email, password: password) {
        case .session(let session): return session.user.name
        case .secondFactor(let challenge):
            return try await client.signIn(challenge, code: try prompt.line("Code of the second factor")).user.name
        }
    }

    /// Stores a token after a request with it.
    private func useToken(_ client: MealwireClient, _ prompt: TerminalPrompt) async throws -> String {
        let text = try prompt.secret("Personal access token").filter { !$0.isWhitespace }
        guard PersonalTokenText.isWellFormed(text) else {
            throw CommandFailure("This is no personal access token. A token begins with \(PersonalTokenText.prefix).")
        }
        try await client.use(personalToken: text)
        do {
            _ = try await client.send(DiaryDayGet(date: .today))
        } catch let problem as MealwireProblem where problem.code == .unauthenticated {
            try await client.signOut()
            throw CommandFailure("The server does not know this token, or it has expired or was revoked.")
        }
        return "the owner of the token"
    }
}

/// `mealwire logout`: ends the session of this machine.
struct Logout: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "End the session that `mealwire login` began.",
        discussion: "A personal access token is removed from this machine only; revoke it in the app."
    )

    @OptionGroup var serverArgument: ServerArgument

    func run() async throws {
        let text = try await serverArgument.run { client, server in
            guard try await client.isSignedIn else { return "You were not signed in to \(server.text)." }
            do {
                try await client.signOut()
            } catch let error as ClientError {
                throw CommandFailure(
                    "The session is removed from this machine, but \(server.text) did not confirm its end: \(error)"
                )
            }
            return "Signed out of \(server.text)."
        }
        Console().write("\(text)\n")
    }
}
