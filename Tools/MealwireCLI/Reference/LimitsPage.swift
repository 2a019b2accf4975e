import Contracts
import Settings

/// The page of limits.
enum LimitsPage {
    private static let head = """
        # Limits

        [Errors](errors.md) explains the answers beyond a limit. [Configuration](configuration.md) says how to change the
        limits that are settings. [Fields](fields.md) has the limits of each field of a request.


        """

    /// The page without its first line.
    static var text: String {
        let groups = ServerLimit.groups.map { "## \($0.title)\n\n\(table(of: $0))" }
        return head + ([settings] + groups).joined(separator: "\n")
    }

    /// The limits that an operator sets.
    private static var settings: String {
        let limits = [
            Settings.Gateway.connectionsPerAddress.declaration, Settings.Gateway.authRequestsPerMinute.declaration,
            Settings.Gateway.liveListeners.declaration, Settings.Auth.registrationsPerClient.declaration,
            Settings.Broker.queueMax.declaration, Settings.Service.capacity.declaration,
        ]
        let rows = limits.map { ["`\($0.variable)`", $0.fallback, $0.meaning] }
        return "## Limits that are settings\n\n" + MarkdownTable(["setting", "default", "meaning"], rows).text
    }

    private static func table(of group: ServerLimit.Group) -> String {
        let rows = group.limits.map { [$0.subject, value(of: $0), $0.status.map { "\($0)" } ?? "", $0.note] }
        return MarkdownTable(["what", "limit", "status beyond it", "note"], rows).text
    }

    private static func value(of limit: ServerLimit) -> String {
        switch limit.unit {
        case .bytes: bytes(limit.value)
        case .seconds where limit.value.isMultiple(of: 3_600): "\(limit.value / 3_600) h"
        case .seconds where limit.value.isMultiple(of: 60): "\(limit.value / 60) min"
        case .seconds: "\(limit.value) s"
        case .days: "\(limit.value) days"
        case .count: Grouped.text(limit.value)
        }
    }

    private static func bytes(_ count: Int) -> String {
        if count.isMultiple(of: 1 << 20) { return "\(count >> 20) MiB" }
        return count.isMultiple(of: 1 << 10) ? "\(count >> 10) KiB" : "\(Grouped.text(count)) bytes"
    }
}
