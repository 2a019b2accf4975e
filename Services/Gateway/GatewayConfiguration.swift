import Configuration
import ServiceKit

/// Where the gateway listens.
///
/// Configuration keys, from the command line, then the environment:
/// - `host` (string, `127.0.0.1`, `--host`, `MEALWIRE_HOST`): the address to listen on; `0.0.0.0` for every one.
/// - `port` (int, 8080, `--port`, `MEALWIRE_PORT`): the TCP port.
/// - `trusted.proxies` (int, 0, `--trusted-proxies`, `MEALWIRE_TRUSTED_PROXIES`): reverse proxies in front, each of which
///   adds to `X-Forwarded-For` from where it was called. With none, that header is what anybody makes up.
struct GatewayConfiguration {
    let host: String
    let port: Int
    let trustedProxies: Int

    init(_ reader: ConfigReader) throws {
        host = reader.string(forKey: "host", default: "127.0.0.1")
        port = try reader.number("port", in: 1...65_535, default: 8_080)
        trustedProxies = try reader.number("trusted.proxies", in: 0...10, default: 0)
    }
}
