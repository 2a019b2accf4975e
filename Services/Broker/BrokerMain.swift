import ServiceKit
import Settings

@main
enum BrokerMain {
    static func main() async {
        await ServiceProcess.run(.broker, connects: false) { process in
            let configuration = try BrokerConfiguration(process.configuration, data: process.data)
            try process.data.makeRunDirectory()
            let broker = BrokerService(configuration, logger: process.logger)
            process.add(broker)
            process.isReady(when: ReadinessCondition("its sockets are not open") { broker.isListening })
            process.isAlive { await broker.checkLiveness() }
        }
    }
}
