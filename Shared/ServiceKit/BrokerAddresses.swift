package import Configuration
package import Messaging

/// Where a process finds its brokers: on its own host, or at ports of others.
///
/// Configuration keys:
/// - `broker` (string): the data directory of a set on this host, such as `ipc:///srv/mealwire`, for a process that keeps
///   its own data elsewhere; or brokers on other hosts, the preferred one first, such as
///   `tcp://10.0.0.5:5700,tcp://10.0.0.6:5700`; the two ports behind each carry its events. Default: this host's, by the
///   sockets in the data directory.
/// - `broker.key.file` (string, `keys/broker.pub` in the data directory): the public key that these brokers must have.
/// - `key.file` (string, `keys/<service>.key` in the data directory): the secret key by which they know this process.
/// - `brokers` (int, 1): how many brokers a set on this host has; the second stands by.
package enum BrokerAddresses {
    package static func bus(
        _ reader: ConfigReader,
        data: DataDirectory,
        service: String,
        instance: String
    ) throws -> BusConfiguration {
        guard let text = reader.string(forKey: "broker") else {
            let brokers = try reader.number("brokers", in: DataDirectory.brokerNumbers, default: 1)
            return data.bus(instance: instance, brokers: brokers)
        }
        if text.hasPrefix("ipc://") { return local(text.dropFirst("ipc://".count), instance: instance) }
        let keys = data.keys
        let security = ConnectionSecurity.curveClient(
            try KeyFiles.pair(path: reader.string(forKey: "key.file", default: keys.secretPath(service))),
            server: try KeyFiles.publicKey(
                path: reader.string(forKey: "broker.key.file", default: keys.publicPath(KeyFiles.broker))
            )
        )
        let brokers = try text.split(separator: ",").map { endpoint in
            guard let address = TCPAddress(endpoint: String(endpoint)),
                let broker = BrokerEndpoints.remote(address, security: security)
            else {
                let allowed = "tcp://, a host and a port up to 65533; several are told apart by commas"
                throw ConfigurationFailure("broker", text, allowed)
            }
            return broker
        }
        return BusConfiguration(instance: instance, brokers: brokers)
    }

    /// The first broker of a set whose data directory is not this process's own.
    private static func local(_ directory: some StringProtocol, instance: String) -> BusConfiguration {
        DataDirectory(path: String(directory)).bus(instance: instance)
    }
}
