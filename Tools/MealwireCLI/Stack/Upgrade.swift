import ArgumentParser
import Backups
import CommandSupport
import Contracts
import ServiceKit
import Supervision

/// `mealwire upgrade`.
struct Upgrade: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Rehearse an upgrade on a copy of a stack, or print the steps of an upgrade.",
        discussion: """
            --rehearse makes a verified copy of each database while the stack runs. The new executables migrate the \
            copy, which is then checked, compared by row counts and removed. The stack is not changed. The exit status \
            is 0 if the upgrade may be done, and 1 if not.
            """
    )

    @Flag(help: "Run the migrations of the new version on a copy.")
    var rehearse = false

    @OptionGroup var dataArgument: DataArgument

    @Option(
        help: ArgumentHelp("The directory of the new executables. Default: that of this command.", valueName: "dir")
    )
    var binaries: String?

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("The directory for the copy. Default: beside the data directory.", valueName: "dir")
    )
    var copyDirectory: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() throws {
        let data = try dataArgument.directory
        guard rehearse else {
            Console().write(Self.steps(data.path))
            return
        }
        InheritedState.makeSafe()
        let rehearsal = UpgradeRehearsal(
            of: data,
            with: try binaries.map(Backup.absolute) ?? StackOptions.ownDirectory(),
            in: try copyDirectory.map(Backup.absolute) ?? DurableFiles.parent(of: data.path),
            isQuiet: json
        )
        try CommandRun.writingFiles {
            let results = try rehearsal.run()
            let table = RehearsalTable(results)
            Console().write((json ? PrettyJSON.text(try PayloadCoder.encode(results)) : table.text) + "\n")
            guard table.isSuccessful else { throw CommandFailure("The upgrade would fail. The stack was not changed.") }
        }
    }

    private static func steps(_ data: String) -> String {
        """
        An upgrade takes these steps, with `mealwire` of the new version:
          1. mealwire upgrade --rehearse --data \(data)      runs its migrations on a copy while the stack runs
          2. mealwire backup DIR --data \(data)              migrations cannot be undone
          3. replace the old executables with the new ones
          4. restart the stack with `mealwire down` and `mealwire up`, or each process in turn
        To return to the old version, stop the stack and run, with the old version:
             mealwire restore BACKUP --data \(data) --replace

        """
    }
}
