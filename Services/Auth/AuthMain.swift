import Contracts
import Events
import FoundationEssentials
import Logging
import Messaging
import ServiceKit
import Storage

@main
enum AuthMain {
    static func main() async {
        await ServiceProcess.run("auth") { process in
            let settings = try AuthSettings(process.configuration)
            let mail = try MailSettings(process.configuration, dataDirectory: process.data.path)
            let store = try await process.openStore(of: .auth, migrations: AuthSchema.migrations)
            let publisher = process.publishEvents(of: .auth, from: store, snapshot: AuthService.snapshot)
            let auth = try await AuthService.start(
                store: store,
                settings: settings,
                sealingKey: try .load(settings.sealingKeyFile ?? SealingKey.path(in: process.data.path)),
                logger: process.logger,
                securityLogger: securityLogger(like: process.logger),
                now: { Date() }
            )
            let export = store.exportEndpoint(of: .auth, AuthSchema.export)
            try process.serve(.auth, auth.endpoints + publisher.endpoints + [export])
            process.add(ErasureCompletion(store: store, followers: publisher.followers, logger: process.logger))
            process.add(
                try MailDispatcher(store: store, settings: mail, logger: process.logger, now: { Date() })
            )
            // Keys live for weeks, and the shortest lead is a minute.
            process.add(
                RegularTask("signing keys follow each other", every: .seconds(60), logger: process.logger) {
                    try await auth.rotateKeysIfDue()
                }
            )
            let exports = ExportSweeper(store: store, now: { Date() })
            process.add(
                RegularTask("old exports are forgotten", every: ExportSweeper.interval, logger: process.logger) {
                    try await exports.sweep()
                }
            )
            process.follow(.profile, as: .auth, in: store, AuthService.followsProfile)
        }
    }

    /// Security events have a label of their own, by which they are found among all that a set logs.
    private static func securityLogger(like logger: Logger) -> Logger {
        var security = Logger(label: "security") { LineLogHandler(label: $0) }
        security.logLevel = logger.logLevel
        return security
    }
}
