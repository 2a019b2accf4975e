// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Lunch",
    platforms: [.iOS(.v18), .macOS(.v15)],
    dependencies: [.package(name: "Mealwire", path: "../../..")],
    targets: [
        .executableTarget(name: "Lunch", dependencies: [.product(name: "MealwireClient", package: "Mealwire")])
    ],
    swiftLanguageModes: [.v6]
)
