import Contracts
import ServiceKit

@main
enum CalorieCalculatorMain {
    static func main() async {
        await ServiceProcess.run("calorie-calculator") { process in
            try process.serve(.calculator, CalculatorService(today: SystemDate.today).endpoints)
        }
    }
}
