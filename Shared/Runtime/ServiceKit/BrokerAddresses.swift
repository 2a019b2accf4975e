package import MessageBus
package import Settings

/// Reads how a process reaches its brokers: at sockets of its own host.
///
/// Brokers of other hosts have sockets there, too, which the bridge creates.
package enum BrokerAddresses {
    private static let scheme = "ipc://"

    package static func bus(
        _ settings: SettingsReader,
        data: DataDirectory,
        instance: String
    ) throws -> BusConfiguration {
        guard let text = try settings.read(Settings.Process.broker) else {
            return data.bus(instance: instance, brokers: try settings.read(Settings.Process.brokers))
        }
        guard text.hasPrefix(scheme) else { throw ConfigurationFailure(Settings.Process.broker, text) }
        // The first broker of a stack with another data directory than this process's.
        return DataDirectory(path: String(text.dropFirst(scheme.count))).bus(instance: instance)
    }
}
