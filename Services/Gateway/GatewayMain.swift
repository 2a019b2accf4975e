import ServiceKit

@main
enum GatewayMain {
    static func main() async {
        await ServiceProcess.run("gateway") { process in
            let configuration = try GatewayConfiguration(process.configuration)
            let gateway = Gateway(bus: process.bus, logger: process.logger)
            process.add(gateway.keys)
            process.add(gateway.server(configuration))
        }
    }
}
