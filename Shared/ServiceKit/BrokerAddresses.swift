package import Configuration
package import MessageBus

/// Reads how a process reaches its brokers: at sockets of its own host.
///
/// Brokers of other hosts have sockets there, too, which the bridge creates.
///
/// Configuration keys:
/// - `broker` (string): the data directory of a stack on this host, such as `ipc:///srv/mealwire`, for a process with a
///   data directory of its own. Default: the sockets in the data directory.
/// - `brokers` (int, 1): the number of brokers in a stack on this host; the second is a standby.
package enum BrokerAddresses {
    private static let scheme = "ipc://"

    package static func bus(
        _ reader: ConfigReader,
        data: DataDirectory,
        instance: String
    ) throws -> BusConfiguration {
        if let path = reader.string(forKey: "broker.key.file") {
            let allowed = "left out: a process connects to the bridge of its host, which knows brokers by far.key.file"
            throw ConfigurationFailure("broker.key.file", path, allowed)
        }
        guard let text = reader.string(forKey: "broker") else {
            let brokers = try reader.number("brokers", in: DataDirectory.brokerNumbers, default: 1)
            return data.bus(instance: instance, brokers: brokers)
        }
        guard text.hasPrefix(scheme) else {
            let allowed =
                "ipc:// and a data directory of this host; brokers of other hosts are reached by a bridge, "
                + "`bridge --connect`, which makes their sockets here"
            throw ConfigurationFailure("broker", text, allowed)
        }
        // The first broker of a stack with another data directory than this process's.
        return DataDirectory(path: String(text.dropFirst(scheme.count))).bus(instance: instance)
    }
}
