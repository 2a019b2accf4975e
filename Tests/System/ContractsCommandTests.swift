import Foundation
import TestSupport
import Testing

/// `mealwire contracts` and `mealwire services`, which need no running process.
@Suite(.timeLimit(.minutes(5)))
struct ContractsCommandTests {
    private static let contracts = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Shared/Base/Contracts").standardizedFileURL

    private static func committed(_ file: String) throws -> String {
        try String(contentsOf: contracts.appending(path: file), encoding: .utf8)
    }

    @Test func `the command prints the committed document and baseline`() throws {
        let document = try CommandLineTool.run(["contracts"])
        #expect(document.status == 0)
        let baseline = try CommandLineTool.run(["contracts", "--baseline"])
        #expect(baseline.status == 0)
        let areCommitted = [
            try Self.committed("asyncapi.yaml") == document.output,
            try Self.committed("contracts-baseline.json") == baseline.output,
        ]
        #expect(areCommitted == [true, true], "Run scripts/contracts, and commit what it writes.")
    }

    @Test func `a change is reported with the processes that it affects, and a breaking change fails`() throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let baseline = try Self.committed("contracts-baseline.json")
        func compare(_ text: String) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(["contracts", "--against", try directory.write("baseline.json", text)])
        }
        let same = try compare(baseline)
        #expect(same.status == 0)
        #expect(same.output.isEmpty)
        let changed = try compare(baseline.replacing(#""auth.logout""#, with: #""auth.leave""#))
        #expect(changed.status == 1)
        #expect(
            changed.output == """
                breaking: the method auth.leave was removed
                compatible, services first: the method auth.logout was added

                """
        )
        let moved = try compare(baseline.replacing(#""GET /v1/meta""#, with: #""GET /v1/about""#))
        #expect(moved.status == 1)
        #expect(
            moved.output == """
                breaking: the operation GET /v1/about was removed
                compatible, services first: the operation GET /v1/meta was added

                """
        )
        let nonsense = try compare("{}")
        #expect(nonsense.status == 1)
        #expect(nonsense.errors.contains("is not a baseline of contracts"))
    }

    @Test func `the command writes the files of services into a working copy, and refuses another directory`() throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let root = Self.contracts.appending(path: "../../..").standardizedFileURL
        let parts = [
            "compose/Containerfile", "compose/compose.yaml", "compose/systemd/mealwire.target",
            "docs/explanation/architecture.md", "docs/how-to/containers.md", "docs/how-to/second-host.md",
            "docs/images/processes.svg",
        ]
        let refused = try CommandLineTool.run(["services", "--write", directory.path])
        #expect(refused.status == 1 && refused.errors.contains("cannot be read"), "\(refused.errors)")
        for folder in ["compose/systemd", "docs/explanation", "docs/how-to", "docs/images"] {
            let path = "\(directory.path)/\(folder)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        for part in parts {
            let source = root.appending(path: part).path
            try FileManager.default.copyItem(atPath: source, toPath: "\(directory.path)/\(part)")
        }
        let written = try CommandLineTool.run(["services", "--write", directory.path])
        #expect(written.status == 0, "\(written.errors)")
        for path in parts + ["compose/services.txt", "compose/systemd/mealwire-diary.service"] {
            let text = try String(contentsOfFile: "\(directory.path)/\(path)", encoding: .utf8)
            let isCommitted = try text == String(contentsOf: root.appending(path: path), encoding: .utf8)
            #expect(isCommitted, "\(path)")
        }
    }

    @Test func `a baseline from before the HTTP interface was part of it compares messages, and says so`() throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let text = Data(try Self.committed("contracts-baseline.json").utf8)
        var baseline = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
        try #require(baseline.removeValue(forKey: "http") != nil)
        let former = String(decoding: try JSONSerialization.data(withJSONObject: baseline), as: UTF8.self)
        let path = try directory.write("baseline.json", former)
        let same = try CommandLineTool.run(["contracts", "--against", path])
        #expect(same.status == 0)
        #expect(same.output.isEmpty)
        #expect(same.errors == "\(path) has no HTTP interface, so only messages were compared.\n")
    }
}
