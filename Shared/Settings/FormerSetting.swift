/// A setting of an earlier version.
///
/// It is refused: without it, a process would use a default without a word, or other hosts could not connect.
package struct FormerSetting: Sendable {
    package let name: String
    /// The programs that read it.
    package let processes: [ProcessName]
    /// What to do instead, as the end of the sentence "it must be …".
    let advice: String

    /// The option on the command line.
    var option: String { "--" + words.joined(separator: "-") }

    /// The environment variable.
    var variable: String { SettingDeclaration.variablePrefix + words.joined(separator: "_").uppercased() }

    private var words: [Substring] { name.split(separator: ".") }

    private init(_ name: String, of processes: [ProcessName], _ advice: String) {
        (self.name, self.processes, self.advice) = (name, processes, advice)
    }

    private static func renamed<Value>(_ name: String, _ setting: Setting<Value>) -> FormerSetting {
        let now = setting.declaration
        let advice = "left out: its name is now \(now.name) (\(now.option), \(now.variable))"
        return FormerSetting(name, of: now.processes, advice)
    }

    /// All former settings that are refused.
    package static let all = [
        renamed("heavy.capacity", Settings.Service.bulkCapacity),
        renamed("publish.figures", Settings.Bridge.publishMetrics),
        FormerSetting(
            "tcp.endpoint",
            of: [.broker],
            "left out: other hosts connect through the bridge, by its option --listen"
        ),
        FormerSetting(
            "broker.key.file",
            of: ProcessName.stack,
            "left out: a process connects to the bridge of its host, which knows brokers by far.key.file"
        ),
    ]
}
