import ArgumentParser
import Contracts
import ServiceKit

/// `mealwire upgrade`.
struct Upgrade: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Try a new version on a copy of a set, or say how to change to it.",
        discussion: """
            --rehearse copies each database, verified, while the set goes on, lets the executables of the new version migrate the \
            copy, looks it through, counts rows before and after, and removes it. Nothing of the set changes. Exit status: 0 the \
            upgrade may be made, 1 it may not.
            """
    )

    @Flag(help: "Try the migrations of the new version on a copy.")
    var rehearse = false

    @OptionGroup var dataArgument: DataArgument

    @Option(
        help: ArgumentHelp("The executables of the new version; those beside this one if not given.", valueName: "dir")
    )
    var binaries: String?

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("Where the copy is made; beside the data directory if not given.", valueName: "dir")
    )
    var copyDirectory: String?

    @Flag(help: "Tell the result as JSON.")
    var json = false

    func run() throws {
        let data = try dataArgument.directory
        guard rehearse else {
            Console().write(Self.steps(data.path))
            return
        }
        Inheritance.makeSafe()
        let rehearsal = UpgradeRehearsal(
            of: data,
            with: try binaries.map(Backup.absolute) ?? SetOptions.ownDirectory(),
            in: try copyDirectory.map(Backup.absolute) ?? DurableFiles.parent(of: data.path),
            isQuiet: json
        )
        try CommandRun.writingFiles {
            let results = try rehearsal.run()
            let table = RehearsalTable(results)
            Console().write((json ? PrettyJSON.text(try PayloadCoder.encode(results)) : table.text) + "\n")
            guard table.isSuccessful else { throw SetFailure("The upgrade would fail; the set is as it was.") }
        }
    }

    private static func steps(_ data: String) -> String {
        """
        An upgrade takes these steps, with `mealwire` of the new version:
          1. mealwire upgrade --rehearse --data \(data)      tries its migrations on a copy; the set goes on
          2. mealwire backup DIR --data \(data)              the way back: migrations only go forward
          3. put the new executables in the place of the old ones
          4. start the set again, `mealwire down` and `mealwire up`, or each process in turn
        Back to the old version: stop the set, and with the old version
             mealwire restore BACKUP --data \(data) --replace

        """
    }
}
