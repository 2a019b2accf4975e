import Contracts
import ServiceKit
import Settings

@main
enum CalorieCalculatorMain {
    static func main() async {
        await ServiceProcess.run(.service(.calculator)) { process in
            let calculator = CalorieCalculatorService(today: SystemDate.today)
            try process.serve(.calculator, calculator.endpoints)
            try process.serveBulk(.calculatorBatch, calculator.bulkEndpoints)
            // A plan occupies one processor. Run more workers for more concurrent plans.
            try process.serveBulk(.calculatorPlan, capacityDefault: 1, calculator.planEndpoints)
        }
    }
}
