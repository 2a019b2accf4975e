import Configuration
import ServiceKit

/// Where the gateway listens.
///
/// Configuration keys, from the command line, then the environment:
/// - `host` (string, `127.0.0.1`, `--host`, `MEALWIRE_HOST`): the address to listen on; `0.0.0.0` for every one.
/// - `port` (int, 8080, `--port`, `MEALWIRE_PORT`): the TCP port.
struct GatewayConfiguration {
    let host: String
    let port: Int

    init(_ reader: ConfigReader) throws {
        host = reader.string(forKey: "host", default: "127.0.0.1")
        port = try reader.number("port", in: 1...65_535, default: 8_080)
    }
}
