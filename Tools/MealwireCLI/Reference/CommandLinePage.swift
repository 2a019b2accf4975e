import ArgumentParser
import FoundationEssentials

/// The page of all commands, from the description that ArgumentParser has of them.
enum CommandLinePage {
    private static let head = """
        # Commands

        `mealwire help COMMAND` prints the same, and `mealwire --version` the version.
        [Configuration](configuration.md) lists the settings of processes, and says where the command stands.


        """
    /// Options that every command has.
    private static let everywhere: Set = ["help", "version"]

    /// Returns the page without its first line.
    ///
    /// - Throws: An error if ArgumentParser describes the commands in another form than this version does.
    static func text() throws -> String {
        let dump = try JSONDecoder().decode(Dump.self, from: Data(RootCommand._dumpHelp().utf8))
        let commands = (dump.command.subcommands ?? []).filter { $0.commandName != "help" }
        return head + commands.flatMap { sections($0, below: dump.command.commandName) }.joined(separator: "\n")
    }

    private static func sections(_ command: Command, below path: String) -> [String] {
        guard command.shouldDisplay else { return [] }
        let name = "\(path) \(command.commandName)"
        let shown = (command.arguments ?? []).filter {
            $0.shouldDisplay && $0.names?.contains { everywhere.contains($0.name) } != true
        }
        var parts = ["## \(name)\n", "\(command.abstract ?? "")\n"]
        if let discussion = command.discussion { parts.append(discussion + "\n") }
        if let inner = command.defaultSubcommand { parts.append("Without a subcommand, it runs `\(name) \(inner)`.\n") }
        if !shown.isEmpty {
            let rows = shown.map { [$0.notation, $0.defaultValue.map { "`\($0)`" } ?? "", $0.meaning] }
            parts.append(MarkdownTable(["argument", "default", "meaning"], rows).text)
        }
        let own = parts.joined(separator: "\n")
        let inner = (command.subcommands ?? []).filter { $0.commandName != "help" }
        return [own] + inner.flatMap { sections($0, below: name) }
    }
}

/// The description of all commands.
private struct Dump: Decodable {
    let command: Command
}

private struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let shouldDisplay: Bool
    let defaultSubcommand: String?
    let subcommands: [Command]?
    let arguments: [Argument]?
}

private struct Argument: Decodable {
    struct Name: Decodable {
        let kind: String
        let name: String

        var text: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    let kind: String
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?
    let discussion: String?

    /// The argument as it is written: `--data DIR`, or a place without a name.
    var notation: String {
        let value = "<\(valueName ?? "value")>" + (isRepeating ? " …" : "")
        let names = (names ?? []).map(\.text).joined(separator: ", ")
        return switch kind {
        case "positional": "`\(value)`"
        case "flag": "`\(names)`"
        default: "`\(names) \(value)`"
        }
    }

    var meaning: String {
        let required = isOptional ? nil : "Required."
        let values = allValues.map { "One of \($0.map { "`\($0)`" }.joined(separator: ", "))." }
        return [abstract, discussion, values, required].compactMap(\.self).joined(separator: " ")
    }
}
