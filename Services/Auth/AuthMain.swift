import Contracts
import Events
import FoundationEssentials
import Observability
import ServiceKit
import Settings
import Storage

@main
enum AuthMain {
    static func main() async {
        await ServiceProcess.run(.service(.auth)) { process in
            let mail = try MailSettings(process.configuration, dataDirectory: process.data.path)
            var settings = try AuthSettings(process.configuration)
            settings.requiresEmailConfirmation = mail.leavesHost
            let store = try await process.openStore(of: .auth, migrations: AuthSchema.migrations)
            let publisher = process.publishEvents(of: .auth, from: store, snapshot: AuthService.snapshot)
            let auth = try await AuthService.start(
                store: store,
                settings: settings,
                sealingKey: try .load(settings.sealingKeyFile ?? SealingKey.path(in: process.data.path)),
                logger: process.logger,
                securityLogger: .security(from: settings.securityLogLevel),
                now: { Date() }
            )
            try await auth.prepareDemo()
            let export = store.exportEndpoint(of: .auth, AuthSchema.export)
            try process.serve(.auth, auth.endpoints + publisher.endpoints + [export])
            process.add(ErasureCompletion(store: store, subscribers: publisher.subscribers, logger: process.logger))
            let mails = try MailDispatcher(store: store, settings: mail, logger: process.logger, now: { Date() })
            process.add(mails)
            process.add(
                PeriodicTask(
                    "delete expired mail records",
                    every: MailDispatcher.deletionInterval,
                    logger: process.logger
                ) { try await mails.deleteExpired() }
            )
            // Keys are valid for weeks and the shortest lead time is a minute, so a check each minute is enough.
            process.add(
                PeriodicTask("rotate signing keys", every: .seconds(60), logger: process.logger) {
                    try await auth.rotateKeysIfDue()
                }
            )
            let exports = ExportSweeper(store: store, now: { Date() })
            process.add(
                PeriodicTask("delete expired exports", every: ExportSweeper.interval, logger: process.logger) {
                    try await exports.sweep()
                }
            )
            process.subscribe(.profile, as: .auth, in: store, AuthService.profileSubscriber)
        }
    }
}
