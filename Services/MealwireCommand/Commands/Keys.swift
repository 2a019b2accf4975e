import ArgumentParser
import FoundationEssentials
import Messaging
import ServiceKit

/// `mealwire keys`: keys of processes on different hosts, and who of them may come in.
struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make keys for processes on other hosts, and say what their holders may do.",
        discussion: """
            Between hosts, bridges know each other by keys. On the broker's host: `mealwire keys make bridge`, `mealwire keys \
            make NAME --offers SERVICE` for each other host, and `mealwire up --bridge-listen tcp://0.0.0.0:5700`. Take \
            keys/NAME.key to that host's data directory as keys/bridge.key, and keys/bridge.pub as keys/far-bridge.pub. Start \
            there: `bridge --data DIR --connect tcp://BROKER:5700`, and each process with `--data DIR`.

            Peers of the Majordomo Protocol, in any language, come in from other hosts by the same keys, with \
            `mealwire up --bridge-mdp-listen tcp://0.0.0.0:5701`.
            """,
        subcommands: [Make.self, Allow.self, Remove.self, List.self]
    )

    /// What the holder of a key may do.
    struct Rights: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "A service that it may offer, `*` for all; may be given several times.",
                valueName: "service"
            )
        )
        var offers: [String] = []

        @Option(
            help: ArgumentHelp(
                "A service that it may call, `*` for all; may be given several times.",
                valueName: "service"
            )
        )
        var calls: [String] = []

        @Flag(help: "It may say for which user it calls, as the gateway does.")
        var speaksForUsers = false

        /// An entry of the list of peers.
        func peer(_ name: String, _ key: CurveKey) -> PeerPolicy.Peer {
            PeerPolicy.Peer(
                name: name,
                key: "\(key)",
                offers: offers,
                calls: calls,
                speaksForUsers: speaksForUsers ? true : nil
            )
        }
    }

    /// `mealwire keys make NAME`.
    struct Make: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a pair of keys in keys/, and let its holder in."
        )

        @Argument(help: "What the pair is called; `bridge` for the bridge's own.")
        var name: String

        @OptionGroup var rights: Rights
        @OptionGroup var dataArgument: DataArgument

        func validate() throws { try KeyName.check(name) }

        func run() throws {
            let data = try dataArgument.directory
            var list = try PeerList(data)
            try list.demandUnused(name)
            let key = try data.keys.make(name)
            let console = Console()
            console.write("\(data.keys.secretPath(name)): secret, for \(name) alone\n")
            console.write("\(data.keys.publicPath(name)): \(key)\n")
            guard name != KeyFiles.bridge else { return }
            try list.add(rights.peer(name, key))
            console.write("\(data.peerPolicy): \(name) may come in\n")
        }
    }

    /// `mealwire keys allow NAME KEY`.
    struct Allow: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let the holder of a key in that was made elsewhere; a running broker knows at once."
        )

        @Argument(help: "What the holder is called.")
        var name: String

        @Argument(help: "The public key, 40 characters, or the path of its file.")
        var key: String

        @OptionGroup var rights: Rights
        @OptionGroup var dataArgument: DataArgument

        func validate() throws { try KeyName.check(name) }

        func run() throws {
            let publicKey = try CurveKey(key) ?? KeyFiles.publicKey(path: key)
            var list = try PeerList(try dataArgument.directory)
            try list.demandUnused(name)
            try list.add(rights.peer(name, publicKey))
            Console().write("\(name) may come in\n")
        }
    }

    /// `mealwire keys remove NAME`.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let somebody in no longer; a running broker ends its connections. Key files stay."
        )

        @Argument(help: "What the holder is called.")
        var name: String

        @OptionGroup var dataArgument: DataArgument

        func run() throws {
            var list = try PeerList(try dataArgument.directory)
            try list.remove(name)
            Console().write("\(name) may come in no longer\n")
        }
    }

    /// `mealwire keys list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show who may come in, and what they may do.")

        @OptionGroup var dataArgument: DataArgument

        func run() throws {
            let peers = try PeerList(try dataArgument.directory).policy.peers
            guard !peers.isEmpty else {
                Console().write("Nobody but the broker's own user may come in.\n")
                return
            }
            Console().write(PeerTable(peers).text + "\n")
        }
    }
}

/// The rule for names of keys, which are names of files too.
enum KeyName {
    private static let lengthMax = 64

    static func check(_ name: String) throws {
        let isPlain = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
        guard isPlain, !name.isEmpty, name.count <= lengthMax, !name.hasPrefix(".") else {
            throw ValidationError(
                "The name is \(name), but must have 1 to \(lengthMax) letters, digits, dots, hyphens or underscores."
            )
        }
    }
}
