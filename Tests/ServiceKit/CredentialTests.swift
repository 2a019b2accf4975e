import Configuration
import Contracts
import Foundation
import ServiceKit
import Testing

@Suite struct CredentialTests {
    /// Reads configuration beside a directory with such files.
    private func read(_ files: [String: String], _ body: (ConfigReader, String) throws -> Void) throws {
        let directory = "/tmp/mwc-\(UUIDv7.make().description.suffix(12))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(directory)/\(name)")) }
        let provider = try Credentials.provider(environment: ["CREDENTIALS_DIRECTORY": directory])
        let others = InMemoryProvider(values: ["catalog.remote.edamam.key": "from elsewhere", "port": "1"])
        try body(ConfigReader(providers: [provider, others]), directory)
    }

    @Test func `a secret that was handed over comes before any other`() throws {
        try read(["edamam.key": "secret\n"]) { reader, _ in
            #expect(reader.string(forKey: "catalog.remote.edamam.key", isSecret: true) == "secret")
            #expect(reader.string(forKey: "catalog.remote.edamam.id", isSecret: true) == nil)
            #expect(reader.string(forKey: "port") == "1")
        }
    }

    @Test func `a key that was handed over is read from where it lies`() throws {
        try read(["mealwire.key": "", "far-bridge.pub": "", "auth.sealing-key": ""]) { reader, directory in
            #expect(reader.string(forKey: "key.file") == "\(directory)/mealwire.key")
            #expect(reader.string(forKey: "far.key.file") == "\(directory)/far-bridge.pub")
            #expect(reader.string(forKey: "auth.sealingKeyFile") == "\(directory)/auth.sealing-key")
            let environment = ["CREDENTIALS_DIRECTORY": directory]
            #expect(Credentials.contain("\(directory)/mealwire.key", environment: environment))
            #expect(!Credentials.contain("\(directory)-other/mealwire.key", environment: environment))
        }
    }

    @Test func `a file of another name is no configuration`() throws {
        try read(["port": "2"]) { reader, _ in #expect(reader.string(forKey: "port") == "1") }
    }

    @Test(arguments: ["", "\n", "two words"])
    func `a secret that is none stops the start, without being told`(text: String) throws {
        let error = #expect(throws: CredentialFailure.self) { try read(["edamam.id": text]) { _, _ in } }
        #expect(error?.description.contains("edamam.id") == true)
        #expect(error?.description.contains("two words") == false)
    }

    @Test func `without a directory there are none`() throws {
        let reader = ConfigReader(providers: [try Credentials.provider(environment: [:])])
        #expect(reader.string(forKey: "key.file") == nil)
        #expect(!Credentials.contain("/etc/passwd", environment: [:]))
    }
}
