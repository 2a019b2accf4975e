package import CommandSupport
package import Contracts

/// The files of a working copy that follow from the descriptions of services, or have a part that does.
package enum ServiceFiles {
    /// A file with its text.
    package struct File: Sendable {
        /// The path relative to the working copy.
        package let path: String
        package let text: String
    }

    /// The command that writes the files.
    package static let command = "scripts/contracts"
    /// The first line of a file that is derived as a whole.
    static let head = "# Written by \(command) from the descriptions of services; do not edit.\n"

    /// The list of services for scripts, which run where `mealwire` may not.
    private static let list = "compose/services.txt"
    private static let containerfile = "compose/Containerfile"
    private static let composition = "compose/compose.yaml"
    private static let target = "compose/systemd/mealwire.target"
    private static let page = "docs/explanation/architecture.md"
    private static let picture = "docs/images/processes.svg"

    /// Returns all files.
    ///
    /// - Parameter read: Returns the current text of a file, of which all but the derived part stays.
    /// - Returns: The files as they should be.
    /// - Throws: `CommandFailure` if a file lacks the place of its derived part, and errors of `read`.
    package static func all(
        _ read: (_ path: String) throws(CommandFailure) -> String
    ) throws(CommandFailure) -> [File] {
        let services = ServiceDescription.all
        let databases = services.filter(\.hasDatabase).map(\.name.rawValue)
        let units = services.filter { !$0.hasInstances }.map(\.name.rawValue)
        // The beginning of a list in braces, with the names in it, by the file.
        let directories = ("state/data/{", databases)
        let disabled = ("systemctl disable mealwire-{", ["broker"] + units + ["gateway"])

        var files = [File(path: list, text: head + listHead + services.map(line).joined())]
        for service in services { files.append(File(path: unitPath(of: service), text: ServiceUnit(service).text)) }
        let parts = [
            (target, services.map(ServiceUnit.order).joined()),
            (containerfile, services.map(ServiceContainer.image).joined(separator: "\n")),
            (composition, services.map(ServiceContainer.composed).joined(separator: "\n")),
        ]
        for (path, part) in parts {
            var file = DerivedFile(path, try read(path))
            try file.replacePart(with: part)
            if path == composition { try file.replaceList(after: directories.0, with: directories.1) }
            files.append(File(path: path, text: file.text))
        }
        for (path, list) in [("docs/how-to/containers.md", directories), ("docs/how-to/second-host.md", disabled)] {
            var file = DerivedFile(path, try read(path))
            try file.replaceList(after: list.0, with: list.1)
            files.append(File(path: path, text: file.text))
        }
        let pages = [(page, ServicePage.table(of: services)), (picture, ServicePage.boxes(of: services))]
        for (path, part) in pages {
            var file = DerivedFile(path, try read(path))
            try file.replacePart(with: part, between: DerivedFile.markupMarks)
            files.append(File(path: path, text: file.text))
        }
        return files
    }

    /// Returns the path of a service's unit.
    package static func unitPath(of service: ServiceDescription) -> String {
        "compose/systemd/mealwire-\(service.name)\(service.hasInstances ? "@" : "").service"
    }

    private static let listHead = """
        # A line is a service in the order of starts, with words: `database`; `instances` if several processes run side by
        # side; `resources=` with the bundle beside its executable.

        """

    private static func line(_ service: ServiceDescription) -> String {
        var words = [service.name.rawValue]
        if service.hasDatabase { words.append("database") }
        if service.hasInstances { words.append("instances") }
        if let bundle = bundle(of: service) { words.append("resources=\(bundle)") }
        return words.joined(separator: " ") + "\n"
    }

    /// Returns the name of the bundle that SwiftPM makes of a target's resources; nil without resources.
    static func bundle(of service: ServiceDescription) -> String? {
        service.needs.hasResources ? "Mealwire_\(service.target).resources" : nil
    }
}

/// A file with derived parts.
struct DerivedFile {
    /// The comments before and after a derived part.
    static let marks = (begin: "# Services, written by \(ServiceFiles.command):", end: "# End of services.")
    /// The same in Markdown and SVG.
    static let markupMarks = (
        begin: "<!-- Services, written by \(ServiceFiles.command): -->", end: "<!-- End of services. -->"
    )

    private let path: String
    private(set) var text: String

    init(_ path: String, _ text: String) {
        (self.path, self.text) = (path, text)
    }

    /// Replaces the lines between the marks.
    mutating func replacePart(
        with part: String,
        between marks: (begin: String, end: String) = marks
    ) throws(CommandFailure) {
        guard
            let begin = text.firstRange(of: marks.begin + "\n"),
            let end = text[begin.upperBound...].firstRange(of: marks.end)
        else {
            throw CommandFailure("\(path) lacks the lines `\(marks.begin)` and `\(marks.end)`.")
        }
        // The second mark may be indented.
        let indentation = text[..<end.lowerBound].reversed().prefix { $0 == " " }.count
        text.replaceSubrange(begin.upperBound..<text.index(end.lowerBound, offsetBy: -indentation), with: part)
    }

    /// Replaces the names of a list in braces.
    mutating func replaceList(after beginning: String, with names: [String]) throws(CommandFailure) {
        guard
            let begin = text.firstRange(of: beginning),
            let end = text[begin.upperBound...].firstIndex(of: "}")
        else {
            throw CommandFailure("\(path) lacks the list `\(beginning)…}`.")
        }
        text.replaceSubrange(begin.upperBound..<end, with: names.joined(separator: ","))
    }
}
