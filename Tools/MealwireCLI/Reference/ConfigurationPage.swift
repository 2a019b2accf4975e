import Settings

/// The page of settings, by process.
enum ConfigurationPage {
    private static let head = """
        # Configuration

        Each process reads a setting from the first of these that has it: a credential file, the command line, the
        environment. A value that is not allowed stops the start. The message names the setting, the value and what is
        allowed. An option that a process does not have stops the start, too. A variable that no process has is
        logged as a warning.

        The options in the tables below belong to single processes, such as `gateway --trusted-proxies 1`;
        `gateway --help` prints them. `scripts/up` and `mealwire up` do **not** accept them. There, set the environment
        variable, which they pass to all processes:

        ```sh no-test (starts a stack in the foreground)
        MEALWIRE_TRUSTED_PROXIES=1 MEALWIRE_LOG_LEVEL=debug scripts/up
        ```

        | way | where to set variables |
        | --- | --- |
        | `scripts/up`, `mealwire up` | before the command, as above |
        | systemd | `/etc/mealwire/mealwire.conf`, then `sudo systemctl restart mealwire.target` |
        | containers | `environment` of the service in `compose/compose.yaml`, then `docker compose up --detach` |

        ## Commands

        `scripts/up` installs libraries, builds, and then runs `mealwire up` with the same options.
        [Commands](cli.md) lists the options of all commands.

        `data` is the directory in the repository for `scripts/up` and `scripts/down`. For `mealwire` it is the one in
        the current directory. With another directory, name it to every command, or set the variable once:

        ```sh no-test (starts another stack)
        scripts/up --data ~/mealwire-data --detach
        .build/release/mealwire status --data ~/mealwire-data
        scripts/down --data ~/mealwire-data

        export MEALWIRE_DATA=~/mealwire-data       # or this, for all commands of this terminal
        ```

        `mealwire` stands in `.build/release` after a build. Put it on the PATH of a terminal in the repository, as
        pages with `mealwire …` expect:

        ```sh
        PATH="$PWD/.build/release:$PATH"
        ```

        An installation under systemd has the command on the PATH, with its data directory set. In containers, write
        `docker compose run --rm mealwire` instead of `mealwire`.


        """

    /// The page without its first line.
    static var text: String {
        head + Settings.groups.map(section).joined(separator: "\n") + "\n" + credentials
    }

    private static func section(_ group: Settings.Group) -> String {
        let rows = group.settings.map { setting in
            [names(setting), fallback(setting), values(setting.kind), meaning(setting, in: group)]
        }
        let table = MarkdownTable(["option and variable", "default", "values", "meaning"], rows).text
        return "## \(group.title)\n\n\(introduction(group.processes))\n\n\(table)"
    }

    private static func introduction(_ processes: [ProcessName]) -> String {
        guard processes != [.mealwire] else {
            return "Environment variables of `mealwire`, besides the options of its commands."
        }
        return "Read by \(list(processes))."
    }

    private static func list(_ processes: [ProcessName]) -> String {
        processes.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    }

    private static func names(_ setting: SettingDeclaration) -> String {
        [setting.shownOption, setting.variable].compactMap(\.self).map { "`\($0)`" }.joined(separator: " ")
    }

    /// The default: a word of a value in code, and an explanation as it is.
    private static func fallback(_ setting: SettingDeclaration) -> String {
        setting.fallback.contains { $0.isWhitespace || $0 == "`" } || setting.fallback == "none"
            ? setting.fallback : "`\(setting.fallback)`"
    }

    private static func values(_ kind: SettingKind) -> String {
        switch kind {
        case .integer(let range): number(range)
        case .duration(let range, let unit), .bytes(let range, let unit): "\(number(range)) \(unit.rawValue)"
        case .number: kind.values ?? ""
        case .boolean: "`true` or `false`"
        case .choice(let words): words.map { "`\($0)`" }.joined(separator: ", ")
        case .path: "path"
        case .text(form: nil): "text"
        case .text(let form?): form
        case .secret(let form): "secret: \(form)"
        }
    }

    private static func number(_ range: ClosedRange<Int>) -> String {
        "\(Grouped.text(range.lowerBound)) to \(Grouped.text(range.upperBound))"
    }

    /// The meaning with the reason, and with the programs where they are not those of the group.
    private static func meaning(_ setting: SettingDeclaration, in group: Settings.Group) -> String {
        let readers = Set(setting.processes) == Set(group.processes) ? nil : "Read by \(list(setting.processes))."
        return [setting.meaning.sentence, setting.reason, readers].compactMap(\.self).joined(separator: " ")
    }

    private static var credentials: String {
        let names = Credentials.names.map { "`\($0)`" }.joined(separator: ", ")
        return """
            ## Credentials

            Secrets can be passed as files in the directory that `CREDENTIALS_DIRECTORY` names, as systemd does by
            `LoadCredential=`, and container engines by secrets. The files \(names) set the settings of the same
            meaning. They come before the command line and the environment.

            """
    }
}

/// A whole number with commas between thousands.
enum Grouped {
    static func text(_ number: Int) -> String {
        let digits = Array("\(number.magnitude)")
        let parts = digits.indices.map { index in
            index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digits[index])" : "\(digits[index])"
        }
        return (number < 0 ? "-" : "") + parts.joined()
    }
}

extension String {
    /// The text with an upper-case first letter and a period.
    fileprivate var sentence: String { "\(prefix(1).uppercased())\(dropFirst())." }
}
