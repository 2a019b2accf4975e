import ServiceKit

@main
enum BrokerMain {
    static func main() async {
        await ServiceProcess.run("broker", connects: false) { process in
            let configuration = try BrokerConfiguration(process.configuration, data: process.data)
            process.add(BrokerService(configuration, logger: process.logger))
        }
    }
}
