import ArgumentParser
import CommandSupport
import FoundationEssentials

/// `mealwire reference`: writes the generated pages of docs/reference.
struct PrintReference: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference",
        abstract: "Write the reference pages: settings, commands, errors, events, limits and metrics.",
        discussion: "No running stack is needed: the pages describe this version of Mealwire."
    )

    @Argument(help: "The directory of the pages, such as docs/reference.")
    var directory: String

    func run() throws {
        for page in try ReferencePages.all() {
            let path = "\(directory)/\(page.name)"
            guard FileManager.default.createFile(atPath: path, contents: Data(page.text.utf8)) else {
                throw CommandFailure("\(path) cannot be written.")
            }
            Console().write("\(path)\n")
        }
    }
}
