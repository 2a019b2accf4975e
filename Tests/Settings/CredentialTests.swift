import Foundation
import Settings
import TestSupport
import Testing

@Suite struct CredentialTests {
    /// Runs the body with the settings of a process with these files in its credentials directory.
    private func read(
        _ process: ProcessName,
        _ files: [String: String],
        arguments: [String] = [],
        _ body: (SettingsReader, String) throws -> Void
    ) throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        for (name, text) in files { try directory.write(name, text) }
        let settings = try SettingsReader(
            of: process,
            arguments: [process.rawValue] + arguments,
            environment: ["CREDENTIALS_DIRECTORY": directory.path]
        )
        try body(settings, directory.path)
    }

    @Test func `a credential takes precedence over other configuration`() throws {
        let arguments = ["--catalog-remote-edamam-key", "from elsewhere", "--catalog-remote-contact", "a@b"]
        try read(.foodCatalog, ["edamam.key": "secret\n"], arguments: arguments) { settings, _ in
            let key = try settings.read(Settings.FoodCatalog.edamamKey)
            let (id, contact) = (
                try settings.read(Settings.FoodCatalog.edamamID), try settings.read(Settings.FoodCatalog.contact)
            )
            #expect(key == "secret" && id == nil && contact == "a@b")
        }
    }

    @Test func `the path of a key's credential becomes the configured path`() throws {
        let files = ["mealwire.key": "", "far-bridge.pub": "", "auth.sealing-key": ""]
        try read(.bridge, files) { settings, directory in
            let files = [try settings.read(Settings.Bridge.keyFile), try settings.read(Settings.Bridge.farKeyFile)]
            #expect(files == ["\(directory)/mealwire.key", "\(directory)/far-bridge.pub"])
            let environment = ["CREDENTIALS_DIRECTORY": directory]
            #expect(Credentials.contain("\(directory)/mealwire.key", environment: environment))
            #expect(!Credentials.contain("\(directory)-other/mealwire.key", environment: environment))
        }
        try read(.auth, files) { settings, directory in
            let file = try settings.read(Settings.Auth.sealingKeyFile)
            #expect(file == "\(directory)/auth.sealing-key")
        }
    }

    @Test func `a credential file with an unknown name is ignored`() throws {
        try read(.gateway, ["port": "2"], arguments: ["--port", "1"]) { settings, _ in
            let port = try settings.read(Settings.Gateway.port)
            #expect(port == 1)
        }
    }

    @Test(arguments: ["", "\n", "two words"])
    func `an invalid secret aborts the start, and the error does not contain it`(text: String) throws {
        let error = #expect(throws: CredentialFailure.self) {
            try read(.foodCatalog, ["edamam.id": text]) { _, _ in }
        }
        #expect(error?.description.contains("edamam.id") == true)
        #expect(error?.description.contains("two words") == false)
    }

    @Test func `there are no credentials without a credentials directory`() throws {
        let settings = try SettingsReader(of: .bridge, arguments: ["bridge"], environment: [:])
        #expect(try settings.read(Settings.Bridge.keyFile) == nil)
        #expect(!Credentials.contain("/etc/passwd", environment: [:]))
    }
}
