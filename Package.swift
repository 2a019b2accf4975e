// swift-tools-version: 6.3
import PackageDescription

// One folder = one target = one process. A service takes three lines here: an executable in `products`, `service(…)`
// and `tests(…)` in `targets`. docs/tutorial/add-a-service.md lists its other places. The rules for dependencies are in
// docs/explanation/architecture.md.

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let signals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")

/// A service behind the broker: an executable that meets the others in Contracts only.
func service(_ name: String, _ more: [Target.Dependency] = [], resources: [Resource] = [], exclude: [String] = [])
    -> Target
{
    .executableTarget(
        name: name,
        dependencies: ["Contracts", "Messaging", "ServiceKit", logging, lifecycle] + more,
        path: "Services/\(name)",
        exclude: exclude,
        resources: resources
    )
}

/// A module that processes share.
func shared(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Shared/\(name)", exclude: exclude)
}

/// A module of the command line tool.
func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tools/\(name)")
}

/// The tests of one target, or of the whole set (`System`).
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: dependencies + ["Contracts", "TestSupport"],
        path: "Tests/\(name)",
        exclude: exclude
    )
}

let package = Package(
    name: "Mealwire",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "broker", targets: ["Broker"]),
        .executable(name: "bridge", targets: ["Bridge"]),
        .executable(name: "gateway", targets: ["Gateway"]),
        .executable(name: "auth", targets: ["Auth"]),
        .executable(name: "profile", targets: ["Profile"]),
        .executable(name: "calorie-calculator", targets: ["CalorieCalculator"]),
        .executable(name: "food-catalog", targets: ["FoodCatalog"]),
        .executable(name: "diary", targets: ["Diary"]),
        .executable(name: "leaderboard", targets: ["Leaderboard"]),
        .executable(name: "mealwire", targets: ["MealwireCLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-collections.git", from: "1.6.0"),
        .package(
            url: "https://github.com/apple/swift-configuration.git",
            from: "1.4.0",
            traits: [.defaults, "CommandLineArguments"]
        ),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift.git", from: "0.2.0"),
    ],
    targets: [
        .systemLibrary(name: "CLinux", path: "Shared/CLinux"),
        .systemLibrary(name: "CSodium", path: "Shared/CSodium"),
        .systemLibrary(name: "CArchive", path: "Shared/CArchive"),
        .systemLibrary(name: "CZlib", path: "Shared/CZlib"),
        .systemLibrary(name: "CZeroMQ", path: "Shared/CZeroMQ"),
        // May be missing: see the target that asks `canImport(CGLPK)`.
        .systemLibrary(name: "CGLPK", path: "Shared/CGLPK"),

        shared("Contracts", exclude: ["asyncapi.yaml", "contracts-baseline.json"]),
        shared("ContractDocuments", ["Contracts"]),
        shared("Messaging", ["Contracts", "CLinux", logging]),
        // What crosses hosts alone; inside a host Messaging speaks ZMTP.
        shared("ZeroMQ", ["CZeroMQ"]),
        shared("FileLocking"),
        shared("Images"),
        shared(
            "FoodFormats",
            ["Contracts", "CArchive", "CZlib", .product(name: "Crypto", package: "swift-crypto")]
        ),
        shared(
            "BrokerCore",
            [
                "Contracts", .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ]
        ),
        shared(
            "Storage",
            [
                "Contracts", "FileLocking", logging, .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        // Uploads, pages and signed addresses of images, for services that store some.
        shared(
            "StoredImages",
            ["Contracts", "Images", "Storage", .product(name: "Crypto", package: "swift-crypto")]
        ),
        shared("ServiceKit", ["Contracts", "CSodium", "Messaging", logging, lifecycle, signals, configuration]),

        shared("Events", ["Contracts", "Messaging", "ServiceKit", "Storage", logging, lifecycle]),

        service("Broker", ["BrokerCore", "FileLocking", configuration]),
        service("Bridge", ["FileLocking", "ZeroMQ", configuration]),
        service(
            "Gateway",
            [
                hummingbird, .product(name: "HummingbirdCore", package: "hummingbird"), configuration,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        service(
            "Auth",
            [
                "Events", "Storage", "CSodium", configuration, .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        service("Profile", ["Events", "Storage", "StoredImages"]),
        // Apart from the process, so that a benchmark calculates with the same code.
        shared("EnergyFormulas", ["Contracts"]),
        shared("MealPlanning", ["Contracts", "Messaging", "CGLPK"]),
        service("CalorieCalculator", ["EnergyFormulas", "MealPlanning"]),
        service(
            "FoodCatalog",
            [
                "Events", "FoodFormats", "Storage", "StoredImages", configuration,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            resources: [.copy("Data")]
        ),
        service(
            "Diary",
            ["Events", "FoodFormats", "Storage", "StoredImages", .product(name: "Crypto", package: "swift-crypto")]
        ),
        service("Leaderboard", ["Events", "Storage", .product(name: "Crypto", package: "swift-crypto")]),
        // The command line tool: argument parsing in MealwireCLI, and what its commands do in modules beside it.
        tool("CommandSupport", ["Contracts", "Messaging", "ServiceKit", logging]),
        tool("Supervision", ["CommandSupport", "Contracts", "Messaging", "ServiceKit", logging]),
        tool(
            "Backups",
            ["CLinux", "CommandSupport", "Contracts", "FileLocking", "ServiceKit", "Storage", "Supervision"]
        ),
        tool("FoodImporter", ["CommandSupport", "Contracts", "FoodFormats", "Messaging", "ServiceKit", signals]),
        tool(
            "LoadGenerator",
            [
                "CommandSupport", "Contracts", "Messaging", "ServiceKit", signals,
                .product(name: "Histogram", package: "hdrhistogram-swift"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .executableTarget(
            name: "MealwireCLI",
            dependencies: [
                "Backups", "CommandSupport", "ContractDocuments", "Contracts", "FoodFormats", "FoodImporter",
                "LoadGenerator", "Messaging", "ServiceKit", "Storage", "Supervision",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tools/MealwireCLI"
        ),

        .executableTarget(
            name: "OneProcess",
            dependencies: [
                "Contracts", "EnergyFormulas", hummingbird, .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Benchmarks/OneProcess"
        ),
        .executableTarget(
            name: "OneProcessDiary",
            dependencies: [
                "Contracts", hummingbird, .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Benchmarks/OneProcessDiary"
        ),
        .executableTarget(
            name: "HTTPHop",
            dependencies: [
                "Contracts", "EnergyFormulas", hummingbird, .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Benchmarks/HTTPHop"
        ),
        .executableTarget(
            name: "BusBenchmark",
            dependencies: ["Contracts", "Messaging", logging],
            path: "Benchmarks/BusBenchmark"
        ),

        // What tests of several targets need: waiting, clocks, directories, sockets, processes.
        .target(
            name: "TestSupport",
            dependencies: [logging],
            path: "Tests/Support",
            exclude: ["Peers", "QueryPlans", "StubRemoteSource"]
        ),
        .target(name: "Fuzzing", dependencies: ["Contracts"], path: "Tests/Fuzzing", exclude: ["LibFuzzer"]),
        // Finds statements that read all of a table, for the tests of every service with a database.
        .target(
            name: "QueryPlans",
            dependencies: ["Storage", "TestSupport", logging],
            path: "Tests/Support/QueryPlans"
        ),
        // What remote sources answer, and what goes wrong with them, on a port of this host.
        .target(
            name: "StubRemoteSource",
            dependencies: [
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/Support/StubRemoteSource"
        ),
        tests("Contracts", ["Fuzzing"], exclude: ["Corpus"]),
        tests("ContractDocuments", ["ContractDocuments", "Messaging", "ServiceKit"], exclude: ["Readers"]),
        tests(
            "Messaging",
            [
                "CZeroMQ", "Messaging", "Broker", "BrokerCore", "ServiceKit", "Gateway", "Fuzzing",
                lifecycle, logging,
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ],
            exclude: ["Corpus"]
        ),
        tests("ZeroMQ", ["Messaging", "ServiceKit", "ZeroMQ"]),
        tests(
            "Bridge",
            ["Bridge", "Broker", "BrokerCore", "Messaging", "ServiceKit", "ZeroMQ", logging]
        ),
        tests("Broker", ["Broker", "BrokerCore"]),
        tests("ServiceKit", ["Messaging", "ServiceKit", configuration, lifecycle, logging]),
        tests("Simulation", ["BrokerCore", .product(name: "HeapModule", package: "swift-collections")]),
        tests("Storage", ["Storage", logging, .product(name: "GRDB", package: "GRDB.swift")]),
        tests("Events", ["Events", "Messaging", "ServiceKit", "Storage", "Broker", "BrokerCore", lifecycle, logging]),
        tests(
            "Auth",
            ["Auth", "Events", "QueryPlans", "Storage", logging, .product(name: "JWTKit", package: "jwt-kit")]
        ),
        tests("Images", ["Images", "Fuzzing"], exclude: ["Corpus"]),
        tests("FoodFormats", ["FoodFormats", "Fuzzing"]),
        tests("Profile", ["Profile", "QueryPlans", "Storage", logging]),
        tests("CalorieCalculator", ["EnergyFormulas"]),
        tests("MealPlanning", ["MealPlanning", "EnergyFormulas", "FoodCatalog"]),
        tests("FoodCatalog", ["FoodCatalog", "QueryPlans", "StubRemoteSource", "Storage", configuration, logging]),
        tests("Diary", ["Diary", "Fuzzing", "QueryPlans", "Storage", logging]),
        tests("Leaderboard", ["Leaderboard", "QueryPlans", "Storage", logging]),
        tests(
            "Gateway",
            [
                "Gateway", "Auth", "Messaging", "Storage", configuration, hummingbird,
                .product(name: "HummingbirdCore", package: "hummingbird"), lifecycle, logging,
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "JWTKit", package: "jwt-kit"),
            ]
        ),
        tests("Supervision", ["CommandSupport", "ServiceKit", "Supervision", logging]),
        tests("Backups", ["Backups", "CommandSupport", "ServiceKit", "Storage"]),
        tests("FoodImporter", ["CommandSupport", "FoodFormats", "FoodImporter"]),
        tests("LoadGenerator", ["CommandSupport", "LoadGenerator", "ServiceKit"]),
        tests("MealwireCLI", ["Backups", "CommandSupport", "MealwireCLI", "ServiceKit"]),
        tests(
            "System",
            [
                "Diary", "Gateway", "LoadGenerator", "MealwireCLI", "StubRemoteSource", "Storage", logging,
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// scripts/build sets this variable: running Mealwire needs neither tests, nor their helpers, nor benchmarks.
if Context.environment["MEALWIRE_EXECUTABLES_ONLY"] != nil {
    package.targets.removeAll { target in
        target.type == .test || ["Tests/", "Benchmarks/"].contains { target.path?.hasPrefix($0) ?? false }
    }
}

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .treatAllWarnings(as: .error),
    ]
    if ["Messaging", "ZeroMQ"].contains(target.name) {
        target.swiftSettings?.append(.strictMemorySafety())
    }
}
