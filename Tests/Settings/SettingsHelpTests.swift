import Foundation
import Settings
import Testing

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
