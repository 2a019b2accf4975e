import ArgumentParser
import CommandSupport
import FoundationEssentials
import ServiceKit

/// `mealwire keys`: manages keys of processes on other hosts, and their permissions.
struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make keys for processes on other hosts, and set the permissions of their holders.",
        discussion: """
            Bridges of different hosts authenticate each other by keys. On the broker's host, run `mealwire keys make \
            bridge`, `mealwire keys make NAME --offers SERVICE` for each other host, and `mealwire up --bridge-listen \
            tcp://0.0.0.0:5700`. Copy keys/NAME.key to the other host's data directory as keys/bridge.key, and \
            keys/bridge.pub as keys/far-bridge.pub. Start `bridge --data DIR --connect tcp://BROKER:5700` there, and each \
            process with `--data DIR`.

            Peers of the Majordomo Protocol, in any language, connect from other hosts with the same keys, after \
            `mealwire up --bridge-mdp-listen tcp://0.0.0.0:5701`.
            """,
        subcommands: [Make.self, Allow.self, Remove.self, List.self]
    )

    /// The permissions of a key's holder.
    struct Permissions: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "A service that the holder may offer, `*` for all; can be repeated.",
                valueName: "service"
            )
        )
        var offers: [String] = []

        @Option(
            help: ArgumentHelp(
                "A service that the holder may call, `*` for all; can be repeated.",
                valueName: "service"
            )
        )
        var calls: [String] = []

        @Flag(help: "Let the holder call on behalf of users, as the gateway does.")
        var speaksForUsers = false

        /// Returns an entry for the list of peers.
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
            abstract: "Make a pair of keys in keys/, and add its holder to the list of peers."
        )

        @Argument(help: "The name of the pair; `bridge` for the bridge's own keys.")
        var name: String

        @OptionGroup var permissions: Permissions
        @OptionGroup var dataArgument: DataArgument

        func validate() throws { try KeyName.check(name) }

        func run() throws {
            let data = try dataArgument.directory
            var list = try PeerList(data)
            try list.requireUnused(name)
            let key = try data.keys.make(name)
            let console = Console()
            console.write("\(data.keys.secretPath(name)): secret, for \(name) alone\n")
            console.write("\(data.keys.publicPath(name)): \(key)\n")
            guard name != KeyFiles.bridge else { return }
            try list.add(permissions.peer(name, key))
            console.write("\(data.peerPolicy): \(name) may connect\n")
        }
    }

    /// `mealwire keys allow NAME KEY`.
    struct Allow: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add the holder of an existing key to the list of peers; it takes effect at once."
        )

        @Argument(help: "The name of the holder.")
        var name: String

        @Argument(help: "The public key, 40 characters, or the path of its file.")
        var key: String

        @OptionGroup var permissions: Permissions
        @OptionGroup var dataArgument: DataArgument

        func validate() throws { try KeyName.check(name) }

        func run() throws {
            let publicKey = try CurveKey(key) ?? KeyFiles.publicKey(path: key)
            var list = try PeerList(try dataArgument.directory)
            try list.requireUnused(name)
            try list.add(permissions.peer(name, publicKey))
            Console().write("\(name) may connect\n")
        }
    }

    /// `mealwire keys remove NAME`.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a holder from the list of peers, and end its connections. Key files stay."
        )

        @Argument(help: "The name of the holder.")
        var name: String

        @OptionGroup var dataArgument: DataArgument

        func run() throws {
            var list = try PeerList(try dataArgument.directory)
            try list.remove(name)
            Console().write("\(name) may no longer connect\n")
        }
    }

    /// `mealwire keys list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the list of peers and their permissions.")

        @OptionGroup var dataArgument: DataArgument

        func run() throws {
            let peers = try PeerList(try dataArgument.directory).policy.peers
            guard !peers.isEmpty else {
                Console().write("Only the broker's own user may connect.\n")
                return
            }
            Console().write(PeerTable(peers).text + "\n")
        }
    }
}

/// Checks names of keys, which are file names as well.
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
