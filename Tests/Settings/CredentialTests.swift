import Configuration
import Contracts
import Foundation
import ServiceKit
import TestSupport
import Testing

@Suite struct CredentialTests {
    /// Runs the body with a configuration reader over a credentials directory with these files.
    private func read(_ files: [String: String], _ body: (ConfigReader, String) throws -> Void) throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        for (name, text) in files { try directory.write(name, text) }
        let provider = try Credentials.provider(environment: ["CREDENTIALS_DIRECTORY": directory.path])
        let others = InMemoryProvider(values: ["catalog.remote.edamam.key": "from elsewhere", "port": "1"])
        try body(ConfigReader(providers: [provider, others]), directory.path)
    }

    @Test func `a credential takes precedence over other configuration`() throws {
        try read(["edamam.key": "secret\n"]) { reader, _ in
            #expect(reader.string(forKey: "catalog.remote.edamam.key", isSecret: true) == "secret")
            #expect(reader.string(forKey: "catalog.remote.edamam.id", isSecret: true) == nil)
            #expect(reader.string(forKey: "port") == "1")
        }
    }

    @Test func `the path of a key's credential becomes the configured path`() throws {
        try read(["mealwire.key": "", "far-bridge.pub": "", "auth.sealing-key": ""]) { reader, directory in
            #expect(reader.string(forKey: "key.file") == "\(directory)/mealwire.key")
            #expect(reader.string(forKey: "far.key.file") == "\(directory)/far-bridge.pub")
            #expect(reader.string(forKey: "auth.sealingKeyFile") == "\(directory)/auth.sealing-key")
            let environment = ["CREDENTIALS_DIRECTORY": directory]
            #expect(Credentials.contain("\(directory)/mealwire.key", environment: environment))
            #expect(!Credentials.contain("\(directory)-other/mealwire.key", environment: environment))
        }
    }

    @Test func `a credential file with an unknown name is ignored`() throws {
        try read(["port": "2"]) { reader, _ in #expect(reader.string(forKey: "port") == "1") }
    }

    @Test(arguments: ["", "\n", "two words"])
    func `an invalid secret aborts the start, and the error does not contain it`(text: String) throws {
        let error = #expect(throws: CredentialFailure.self) { try read(["edamam.id": text]) { _, _ in } }
        #expect(error?.description.contains("edamam.id") == true)
        #expect(error?.description.contains("two words") == false)
    }

    @Test func `there are no credentials without a credentials directory`() throws {
        let reader = ConfigReader(providers: [try Credentials.provider(environment: [:])])
        #expect(reader.string(forKey: "key.file") == nil)
        #expect(!Credentials.contain("/etc/passwd", environment: [:]))
    }
}
