import BrokerCore
import Foundation
import Settings
import Testing

/// Every declared setting: its names, its range, and the check of options.
@Suite struct SettingsTests {
    private static let declarations = Settings.groups.flatMap(\.settings)

    /// A declared setting with its process, for tests of each.
    struct Case: Sendable, CustomTestStringConvertible {
        let setting: SettingDeclaration
        let process: ProcessName
        var testDescription: String { "\(process.rawValue) \(setting.name)" }
    }

    private static let cases = declarations.flatMap { setting in
        setting.processes.filter { $0 != .mealwire }.map { Case(setting: setting, process: $0) }
    }

    private func settings(
        of process: ProcessName,
        _ arguments: [String] = [],
        _ environment: [String: String] = [:]
    ) throws -> SettingsReader {
        try SettingsReader(of: process, arguments: [process.rawValue] + arguments, environment: environment)
    }

    @Test func `names, options and variables are unique`() {
        for name in [\SettingDeclaration.name, \.option, \.variable] {
            let names = Self.declarations.map { $0[keyPath: name] }
            #expect(Set(names).count == names.count)
        }
    }

    @Test func `every setting has a process, and a meaning without a period at its end`() {
        for setting in Self.declarations {
            #expect(!setting.processes.isEmpty, "\(setting.name)")
            #expect(!setting.meaning.isEmpty && !setting.meaning.hasSuffix("."), "\(setting.name)")
            #expect(setting.reason?.hasSuffix(".") ?? true, "\(setting.name)")
        }
    }

    @Test(arguments: cases)
    func `each setting can be set by its option and by its variable`(one: Case) throws {
        let text = Self.allowed(by: one.setting.kind)
        let readers = [
            try settings(of: one.process, [one.setting.option, text]),
            try settings(of: one.process, ["\(one.setting.option)=\(text)"]),
            try settings(of: one.process, [], [one.setting.variable: text]),
        ]
        for reader in readers { #expect(try reader.text(one.setting) == text) }
        let both = try settings(of: one.process, [one.setting.option, text], [one.setting.variable: "other"])
        #expect(try both.text(one.setting) == text)
    }

    @Test(arguments: cases.filter { !Self.refused(by: $0.setting.kind).isEmpty })
    func `a value outside of the declared range is refused with name, value and range`(one: Case) throws {
        for text in Self.refused(by: one.setting.kind) {
            let error = #expect(throws: ConfigurationFailure.self) {
                _ = try settings(of: one.process, [one.setting.option, text]).text(one.setting)
            }
            let sentence = "\(one.setting.name) is \(text), but must be \(one.setting.kind.allowed)."
            #expect(error?.description == sentence)
        }
    }

    @Test(arguments: declarations.filter { $0.kind.integers != nil })
    func `the bounds of a whole number are allowed`(setting: SettingDeclaration) throws {
        let range = try #require(setting.kind.integers)
        for bound in [range.lowerBound, range.upperBound] {
            #expect(try SettingsReader([setting.name: "\(bound)"]).text(setting) == "\(bound)")
        }
    }

    @Test func `a setting without a value has its default, or that of the process`() throws {
        let reader = try settings(of: .gateway)
        #expect(try reader.read(Settings.Gateway.port) == 8_080)
        #expect(try reader.read(Settings.Gateway.port, default: 1) == 1)
        #expect(try reader.read(Settings.Gateway.publicURL) == nil)
    }

    @Test(arguments: [
        (["--mdp"], true), (["--mdp", "true"], true), (["--mdp", "false"], false), (["--mdp", "--number", "1"], true),
        ([], false),
    ])
    func `an option that is on or off needs no value`(arguments: [String], isOn: Bool) throws {
        #expect(try settings(of: .broker, arguments).read(Settings.Broker.mdp) == isOn)
    }

    @Test(arguments: [("yes", true), ("1", true), ("TRUE", true), ("no", false), ("0", false), ("", false)])
    func `a variable that is on or off accepts common words`(text: String, isOn: Bool) throws {
        #expect(try settings(of: .broker, [], ["MEALWIRE_MDP": text]).read(Settings.Broker.mdp) == isOn)
    }

    @Test func `a list with commas is read as it is given`() throws {
        let list = "10.0.0.5,192.168.0.0/16"
        let reader = try settings(of: .gateway, ["--trusted-proxy-addresses", list])
        #expect(try reader.read(Settings.Gateway.trustedProxyAddresses) == list)
    }

    @Test(arguments: [
        ["--prot", "80"], ["--listen", "tcp://0.0.0.0:5700"], ["8080"], ["--port", "80", "81"], ["-p", "80"],
        ["--prot=80"], ["--host", "::1", "--port"],
    ])
    func `an option that the process does not have, or without its value, is refused`(arguments: [String]) {
        let error = #expect(throws: ConfigurationFailure.self) { _ = try settings(of: .gateway, arguments) }
        #expect(error?.description.contains(arguments.contains("--host") ? "--port needs a value" : "--help") == true)
    }

    @Test func `a variable that no program reads is found`() {
        let environment = [
            "MEALWIRE_REGISTRATON": "closed", "MEALWIRE_REGISTRATION": "closed", "HOME": "/",
        ]
        #expect(Settings.unknownVariables(in: environment) == ["MEALWIRE_REGISTRATON"])
    }

    @Test func `the declared defaults of the broker are those of its state machine`() {
        #expect(BrokerLimits().queueMaxPerService == Settings.Broker.queueMax.standard)
        #expect(BrokerLimits().graceMs == Settings.Broker.graceMs.standard)
    }

    @Test func `only the module of settings reads configuration`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        for area in ["Clients", "Shared", "Services", "Tools"] {
            let files = FileManager.default.enumerator(at: root.appending(path: area), includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift", !file.path.contains("/Shared/Process/Settings/") else { continue }
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(!text.contains("import Configuration\n"), "\(file.path)")
            }
        }
    }

    /// A text that a type allows.
    private static func allowed(by kind: SettingKind) -> String {
        switch kind {
        case .integer(let range), .duration(let range, _), .bytes(let range, _): "\(range.upperBound)"
        case .number(let range): "\(range.upperBound)"
        case .boolean: "true"
        case .choice(let words): words[0]
        case .path, .text, .secret: "a,b c"
        }
    }

    /// Texts that a type does not allow; none for types with a form that the process checks.
    private static func refused(by kind: SettingKind) -> [String] {
        switch kind {
        case .integer(let range), .duration(let range, _), .bytes(let range, _):
            ["\(range.lowerBound - 1)", "\(range.upperBound + 1)", "1.5", "many"]
        case .number(let range): ["\(range.lowerBound - 0.1)", "\(range.upperBound + 0.1)", "nan", "much"]
        case .boolean: ["maybe"]
        case .choice: ["none of them"]
        case .path, .text, .secret: []
        }
    }
}

/// The text of `--help` of a process.
@Suite struct SettingsHelpTests {
    @Test(arguments: ProcessName.stack)
    func `help names each setting of the process in a line of its own`(process: ProcessName) {
        let lines = SettingsHelp.text(of: process).split(separator: "\n")
        for setting in Settings.all(of: process) {
            let line = lines.filter { $0.contains(" \(setting.variable) ") }
            #expect(line.count == 1, "\(setting.variable)")
            if let option = setting.shownOption { #expect(line.first?.contains(" \(option),") == true, "\(option)") }
        }
    }

    @Test func `help does not offer to pass a secret on the command line`() {
        #expect(!SettingsHelp.text(of: .gateway).contains("--metrics-token,"))
        #expect(SettingsHelp.text(of: .gateway).contains("MEALWIRE_METRICS_TOKEN "))
    }

    @Test(arguments: [
        (["gateway", "--help"], true), (["gateway", "--port", "80", "-h"], true), (["--help"], false),
        (["gateway", "--host", "::1"], false),
    ])
    func `help is requested by an argument and not by the name of the program`(arguments: [String], isHelp: Bool) {
        #expect(SettingsHelp.isRequested(by: arguments) == isHelp)
    }
}
