// swift-tools-version: 6.3
import PackageDescription

#if canImport(Glibc)
import Glibc
#endif

// SwiftPM reads a package from one file, so this one is longer than others: a list of packages and targets, without
// logic. Its declarations stay plain, so that SwiftPM names the line of a mistake.
//
// One folder = one target = one process. A service is one item of `services`. docs/tutorial/add-a-service.md says what
// else it needs. The rules for dependencies are in docs/explanation/architecture.md.
// Each target declares exactly the modules that it imports; scripts/ci/check-modules checks that, and the direction.

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let dequeModule = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let heapModule = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTP2 = Target.Dependency.product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP2 = Target.Dependency.product(name: "NIOHTTPTypesHTTP2", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
// `scripts/release --without-glpk` sets this variable: GLPK is under the GPL, which some may not want to distribute.
let solver: [Target.Dependency] = Context.environment["MEALWIRE_WITHOUT_GLPK"] == nil ? ["CGLPK"] : []
let linux = TargetDependencyCondition.when(platforms: [.linux])
let signals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let swiftASN1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")

/// A process of a stack: its executable, its target in Services, and its tests.
struct Service {
    let target: Target
    let tests: Target

    /// The executable has the name of the target in lower case, with hyphens: `food-catalog` for `FoodCatalog`.
    var product: Product {
        let name = target.name.reduce(into: "") { text, letter in
            text += (letter.isUppercase && !text.isEmpty ? "-" : "") + letter.lowercased()
        }
        return .executable(name: name, targets: [target.name])
    }

    /// Describes a process, which meets the others in Contracts only.
    ///
    /// - Parameters:
    ///   - name: The name of the target, and of its folders in Services and Tests.
    ///   - more: The dependencies besides Contracts, MessageBus, ServiceKit and Settings.
    ///   - tests: The dependencies of the tests.
    ///   - resources: The resources of the target.
    init(
        _ name: String,
        _ more: [Target.Dependency],
        tests: [Target.Dependency],
        resources: [Resource] = []
    ) {
        target = .executableTarget(
            name: name,
            dependencies: ["Contracts", "MessageBus", "ServiceKit", "Settings"] + more,
            path: "Services/\(name)",
            resources: resources
        )
        self.tests = .testTarget(name: "\(name)Tests", dependencies: tests, path: "Tests/\(name)")
    }
}

/// A module that processes share, by its layer and name; scripts/ci/check-modules has the order of layers.
func shared(_ path: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    let name = String(path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...])
    return .target(name: name, dependencies: dependencies, path: "Shared/\(path)", exclude: exclude)
}

/// A module for apps, which builds for their systems; of the server's modules it needs those of Shared/Base alone.
func client(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Clients/\(name)")
}

/// A module of the command line tool.
func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tools/\(name)")
}

/// An executable that benchmarks compare Mealwire with, or measure it with.
func benchmark(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Benchmarks/\(name)")
}

/// A program of a tutorial, so that each build compiles it; its own package builds it for readers.
func example(_ name: String, _ dependencies: [Target.Dependency], path: String) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "docs/\(path)")
}

/// The tests of one target, or of the whole stack (`System`).
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)", exclude: exclude)
}

/// The processes of a stack; those behind the broker are also in Shared/Base/Contracts/Services/ServiceList.swift.
let services = [
    Service(
        "Broker",
        ["BrokerCore", "FileLocking", "Observability", "Threading", "ZMTP", lifecycle, logging],
        tests: ["Broker", "BrokerCore", "Contracts", "Observability"]
    ),
    Service(
        "Bridge",
        ["FileLocking", "Observability", "Threading", "ZMTP", "ZeroMQ", lifecycle, logging],
        tests: [
            "Bridge", "Broker", "BrokerCore", "Contracts", "MessageBus", "Observability", "SeededRandom", "ServiceKit",
            "TestSupport", "Threading", "ZMTP", "ZeroMQ", logging,
        ]
    ),
    Service(
        "Gateway",
        [
            "CZlib", "Calendar", "ContractDocuments", "HTTPServer", "JSONCoding", "Observability", "WebApp",
            asyncHTTPClient, crypto, httpTypes, hummingbird, jwtKit, lifecycle, logging, nioCore, nioHTTP1, nioPosix,
            nioSSL,
        ],
        tests: [
            "Auth", "Calendar", "ContractDocuments", "Contracts", "Gateway", "HTTPServer", "HTTPTestServer",
            "Observability", "SeededRandom", "ServerCertificates", "ServiceKit", "Settings", "Storage", "TestSupport",
            asyncHTTPClient, httpTypes, hummingbird, hummingbirdCore, jwtKit, lifecycle, logging, nioCore, nioPosix,
        ],
        resources: [.copy("Texts")]
    ),
    Service(
        "Auth",
        [
            "CSodium", "Calendar", "Events", "JSONCoding", "Observability", "Storage", "Threading", crypto, jwtKit,
            lifecycle, logging,
        ],
        tests: [
            "Auth", "Calendar", "Contracts", "Events", "JSONCoding", "QueryPlans", "ServiceKit", "Storage",
            "TestSupport", crypto, jwtKit, logging,
        ],
        resources: [.copy("Texts")]
    ),
    Service(
        "Profile",
        [
            "Calendar", "EnergyFormulas", "Events", "JSONCoding", "Observability", "Storage", "StoredImages",
            lifecycle, logging,
        ],
        tests: [
            "Calendar", "ContractDocuments", "Contracts", "ImageUploads", "JSONCoding", "Profile", "QueryPlans",
            "SeededRandom", "Storage", "StoredImages", "TestSupport",
        ]
    ),
    Service(
        "CalorieCalculator",
        ["Calendar", "EnergyFormulas", "MealPlanning", "Threading"],
        tests: ["Calendar", "Contracts", "EnergyFormulas", "SeededRandom"]
    ),
    Service(
        "FoodCatalog",
        [
            "Calendar", "Events", "FoodFormats", "JSONCoding", "Observability", "SeededRandom", "Storage",
            "StoredImages", "Threading", asyncHTTPClient, crypto, logging, nioCore, nioHTTP1, nioPosix,
        ],
        tests: [
            "Calendar", "Contracts", "FoodCatalog", "ImageUploads", "JSONCoding", "Observability", "QueryPlans",
            "SeededRandom", "Settings", "Storage", "StoredImages", "StubRemoteSource", "TestSupport", crypto, logging,
        ],
        resources: [.copy("Data")]
    ),
    Service(
        "Diary",
        [
            "Calendar", "Events", "FoodFormats", "JSONCoding", "MenuArithmetic", "Storage", "StoredImages", crypto,
            logging,
        ],
        tests: [
            "Calendar", "ContractDocuments", "Contracts", "Diary", "Fuzzing", "ImageUploads", "JSONCoding",
            "MenuArithmetic", "QueryPlans", "SeededRandom", "ServiceKit", "Storage", "StoredImages", "TestSupport",
            logging,
        ]
    ),
    Service(
        "Leaderboard",
        ["Calendar", "Events", "Storage", crypto, logging],
        tests: ["Calendar", "Contracts", "Leaderboard", "QueryPlans", "SeededRandom", "Storage", "TestSupport"]
    ),
]

let package = Package(
    name: "Mealwire",
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        // For apps: with the modules that its interface names, and without the packages of the services.
        .library(name: "MealwireClient", targets: ["MealwireClient", "Contracts", "Calendar", "JSONCoding"]),
        .executable(name: "mealwire", targets: ["MealwireCLI"]),
        .library(name: "MealwireCore", targets: ["MealwireCore"]),
    ],
    dependencies: [
        // One trait, because SwiftPM 6.3 writes the flags of several in random order and then compiles it again.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird.git",
            exact: "2.28.1",
            traits: ["ConfigurationSupport"]
        ),
        .package(url: "https://github.com/groue/GRDB.swift.git", exact: "7.10.0"),
        .package(url: "https://github.com/vapor/jwt-kit.git", exact: "5.7.1"),
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-certificates.git", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1.git", exact: "1.7.4"),
        .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto.git", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-collections.git", exact: "1.6.0"),
        .package(
            url: "https://github.com/apple/swift-configuration.git",
            exact: "1.4.0",
            traits: ["CommandLineArguments"]
        ),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift.git", exact: "0.2.0"),
    ],
    targets: [
        .systemLibrary(name: "CLinux", path: "Shared/System/CLinux"),
        .systemLibrary(name: "CSodium", path: "Shared/System/CSodium"),
        .systemLibrary(name: "CArchive", path: "Shared/System/CArchive"),
        .systemLibrary(name: "CZlib", path: "Shared/System/CZlib"),
        .systemLibrary(name: "CZeroMQ", path: "Shared/System/CZeroMQ"),
        // May be missing: see the target that asks `canImport(CGLPK)`.
        .systemLibrary(name: "CGLPK", path: "Shared/System/CGLPK"),

        shared("System/FileLocking"),
        shared("Base/Calendar"),
        shared("Base/JSONCoding"),
        shared("Base/SeededRandom"),
        shared(
            "Base/Contracts",
            ["Calendar", "JSONCoding", "SeededRandom"],
            exclude: ["asyncapi.yaml", "contracts-baseline.json"]
        ),
        shared("Process/Threading", ["CLinux", "Contracts"]),
        // The only module that reads configuration.
        shared("Process/Settings", ["Contracts", configuration, logging]),
        shared("Process/Observability", ["Calendar", "Contracts", "JSONCoding", "Threading", logging]),
        shared("Domain/FoodFormats", ["CArchive", "CZlib", "Contracts", crypto]),
        // Apart from the process, so that a benchmark calculates with the same code.
        shared("Domain/EnergyFormulas", ["Calendar", "Contracts"]),
        // Sums of menus without the solver, for changes of a stored one.
        shared("Domain/MenuArithmetic", ["Contracts"]),
        shared("Domain/MealPlanning", solver + ["Contracts", "MenuArithmetic", "SeededRandom"]),
        shared("Messaging/ZMTP", ["CLinux"]),
        shared("Messaging/MessageBus", ["Calendar", "Contracts", "Observability", "Threading", "ZMTP", logging]),
        // What crosses hosts alone; inside a host processes speak ZMTP.
        shared("Messaging/ZeroMQ", ["CZeroMQ"]),
        shared("Messaging/BrokerCore", ["Contracts", "Observability", dequeModule, heapModule]),
        shared(
            "Persistence/Storage",
            [
                "Calendar", "Contracts", "FileLocking", "JSONCoding", "Observability", "Threading", crypto, grdb,
                grdbSQLite,
                logging,
            ]
        ),
        shared("Runtime/ContractDocuments", ["Calendar", "Contracts", "Observability"]),
        shared(
            "Runtime/ServiceKit",
            ["CLinux", "CSodium", "Contracts", "MessageBus", "Observability", "Settings", lifecycle, logging, signals]
        ),
        // HTTP/1.1 and HTTP/2 for the gateway; knows no route.
        shared(
            "Runtime/HTTPServer",
            [
                "CLinux", "Contracts", "MessageBus", "Settings", "ZMTP", httpTypes, hummingbird, hummingbirdCore,
                lifecycle, logging, nioCore, nioHTTP1, nioHTTP2, nioHTTPTypes, nioHTTPTypesHTTP2, nioPosix, nioSSL,
                nioTLS,
            ]
        ),
        shared(
            "Runtime/Events",
            [
                "Contracts", "MessageBus", "Observability", "ServiceKit", "Settings", "Storage", "Threading", lifecycle,
                logging,
            ]
        ),
        // The methods of images, for services that store some: uploads, cleaned files, pages, signed addresses.
        shared("Runtime/StoredImages", ["Contracts", "MessageBus", "ServiceKit", "Storage", crypto, logging]),

        client(
            "MealwireClient",
            [
                "Calendar", "Contracts", "JSONCoding",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: linux),
                .product(name: "NIOCore", package: "swift-nio", condition: linux),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: linux),
            ]
        ),
        client("MealwireCore"),
        // The web app, which the gateway serves; its folder has no Swift.
        .target(
            name: "WebApp",
            path: "Clients",
            exclude: ["MealwireClient", "MealwireCore"],
            sources: ["WebApp"],
            resources: [.copy("Web")]
        ),

        // The command line tool: argument parsing in MealwireCLI, and what its commands do in modules beside it.
        tool("CommandSupport", ["Contracts", "MessageBus", "Observability", "ServiceKit", logging]),
        tool(
            "Supervision",
            ["Calendar", "CommandSupport", "Contracts", "Observability", "ServiceKit", "Settings", logging]
        ),
        // The certificate authority of a host, and the certificate of its gateway.
        tool("ServerCertificates", ["CommandSupport", crypto, swiftASN1, x509]),
        tool(
            "Backups",
            [
                "CLinux", "CSodium", "Calendar", "CommandSupport", "Contracts", "FileLocking", "ServiceKit", "Settings",
                "Storage", "Supervision",
            ]
        ),
        tool(
            "FoodImporter",
            ["CommandSupport", "Contracts", "FoodFormats", "MessageBus", "ServiceKit", "Threading", signals]
        ),
        tool(
            "LoadGenerator",
            [
                "Calendar", "CommandSupport", "Contracts", "JSONCoding", "MealwireClient", "MessageBus",
                "Observability", "SeededRandom", "ServiceKit", histogram, nioCore, nioPosix, signals,
            ]
        ),
        tool("DiaryCommands", ["Calendar", "CommandSupport", "Contracts", "FileLocking", "MealwireClient"]),
        // The users of a demonstration, and what they have eaten.
        tool("Demonstration", ["Calendar", "CommandSupport", "Contracts", "JSONCoding", "MessageBus", "SeededRandom"]),
        .executableTarget(
            name: "MealwireCLI",
            dependencies: [
                "Backups", "Calendar", "CommandSupport", "ContractDocuments", "Contracts", "Demonstration",
                "DiaryCommands",
                "FoodFormats", "FoodImporter", "LoadGenerator", "MealwireClient", "MessageBus", "Observability",
                "ServerCertificates", "ServiceKit", "Settings", "Storage", "Supervision", argumentParser,
            ],
            path: "Tools/MealwireCLI"
        ),

        benchmark("OneProcess", ["Calendar", "Contracts", "EnergyFormulas", hummingbird, nioCore]),
        benchmark("OneProcessDiary", ["Calendar", "Contracts", grdb, httpTypes, hummingbird, nioCore]),
        benchmark(
            "HTTPHop",
            ["Calendar", "Contracts", "EnergyFormulas", httpTypes, hummingbird, nioCore, nioHTTP1, nioPosix]
        ),
        benchmark("BusBenchmark", ["Contracts", "MessageBus", logging]),

        // Its name differs from that in the package of the tutorial, which depends on this one.
        example("LunchExample", ["MealwireClient"], path: "tutorial/swift-client/Sources/Lunch"),

        // What tests of several targets need: waiting, clocks, directories, sockets, processes.
        .target(
            name: "TestSupport",
            dependencies: [logging],
            path: "Tests/Support",
            exclude: [
                "BrokerSimulation", "HTTPTestServer", "ImageUploads", "Peers", "QueryPlans", "StubRemoteSource",
            ]
        ),
        .target(
            name: "Fuzzing",
            dependencies: ["Contracts", "SeededRandom"],
            path: "Tests/Fuzzing",
            exclude: ["LibFuzzer"]
        ),
        // Finds statements that read all of a table, for the tests of every service with a database.
        .target(
            name: "QueryPlans",
            dependencies: ["Storage", "TestSupport", logging],
            path: "Tests/Support/QueryPlans"
        ),
        // Uploads and downloads of images, for the tests of every service with some.
        .target(
            name: "ImageUploads",
            dependencies: ["Contracts", "StoredImages", "TestSupport"],
            path: "Tests/Support/ImageUploads"
        ),
        // What remote sources answer, and what goes wrong with them, on a port of this host.
        .target(name: "StubRemoteSource", dependencies: [nioCore, nioPosix], path: "Tests/Support/StubRemoteSource"),
        // The HTTP server on a port of this host, and a certificate for it.
        .target(
            name: "HTTPTestServer",
            dependencies: [
                "HTTPServer", "ServerCertificates", "TestSupport", hummingbird, lifecycle, nioPosix, nioSSL,
            ],
            path: "Tests/Support/HTTPTestServer"
        ),
        // Clients, workers and brokers on a virtual clock.
        .target(
            name: "BrokerSimulation",
            dependencies: ["BrokerCore", "Contracts", "SeededRandom", heapModule],
            path: "Tests/Support/BrokerSimulation"
        ),
        tests("Calendar", ["Calendar", "SeededRandom", "TestSupport"]),
        tests("JSONCoding", ["Contracts", "JSONCoding", "SeededRandom", "TestSupport"]),
        tests(
            "Contracts",
            ["Calendar", "Contracts", "Fuzzing", "JSONCoding", "SeededRandom", "TestSupport"],
            exclude: ["Corpus"]
        ),
        tests("MealwireClient", ["Calendar", "Contracts", "JSONCoding", "MealwireClient", "TestSupport"]),
        tests("Threading", ["Contracts", "Threading"]),
        tests("Observability", ["Calendar", "Contracts", "Observability"]),
        tests(
            "ContractDocuments",
            [
                "Calendar", "ContractDocuments", "Contracts", "JSONCoding", "MessageBus", "Observability", "ServiceKit",
                "TestSupport",
            ],
            exclude: ["Readers"]
        ),
        tests("ZMTP", ["Fuzzing", "TestSupport", "ZMTP"], exclude: ["Corpus"]),
        tests(
            "MessageBus",
            [
                "Broker", "BrokerCore", "CZeroMQ", "Calendar", "ContractDocuments", "Contracts", "Fuzzing",
                "HTTPServer", "MessageBus", "Observability", "ServiceKit", "TestSupport", "Threading", "ZMTP",
                lifecycle, logging, nioCore, nioPosix,
            ],
            exclude: ["Corpus"]
        ),
        tests("ZeroMQ", ["Contracts", "ServiceKit", "TestSupport", "ZeroMQ"]),
        tests(
            "ServiceKit",
            ["Contracts", "MessageBus", "ServiceKit", "Settings", "TestSupport", lifecycle, logging]
        ),
        tests(
            "HTTPServer",
            [
                "Contracts", "HTTPServer", "HTTPTestServer", "SeededRandom", "ServerCertificates", "TestSupport",
                asyncHTTPClient, httpTypes, hummingbird, hummingbirdCore, lifecycle, logging, nioCore, nioHTTP1,
                nioPosix, nioSSL,
            ]
        ),
        tests("Settings", ["BrokerCore", "Settings", "TestSupport"]),
        tests("Simulation", ["BrokerCore", "BrokerSimulation", "TestSupport"]),
        tests(
            "Storage",
            ["Calendar", "Contracts", "Observability", "SeededRandom", "Storage", "TestSupport", logging]
        ),
        tests(
            "Events",
            [
                "Broker", "BrokerCore", "Calendar", "Contracts", "Events", "MessageBus", "Observability",
                "QueryPlans", "SeededRandom", "ServiceKit", "Storage", "TestSupport", logging,
            ]
        ),
        tests("MealwireCore", ["MealwireCore"]),
        tests(
            "StoredImages",
            ["Contracts", "Fuzzing", "ImageUploads", "SeededRandom", "Storage", "StoredImages", "TestSupport"],
            exclude: ["Corpus"]
        ),
        tests("FoodFormats", ["Contracts", "FoodFormats", "Fuzzing", "SeededRandom", "TestSupport"]),
        tests(
            "MealPlanning",
            [
                "Calendar", "CalorieCalculator", "Contracts", "EnergyFormulas", "FoodCatalog", "MealPlanning",
                "MenuArithmetic", "SeededRandom", "TestSupport",
            ]
        ),
        tests(
            "Supervision",
            [
                "CommandSupport", "Contracts", "MessageBus", "Observability", "ServiceKit", "Settings", "Supervision",
                "TestSupport", logging,
            ]
        ),
        tests("ServerCertificates", ["CommandSupport", "ServerCertificates", "TestSupport", swiftASN1, x509]),
        tests(
            "Backups",
            ["Backups", "CommandSupport", "Contracts", "SeededRandom", "ServiceKit", "Storage", "TestSupport", logging]
        ),
        tests("FoodImporter", ["CommandSupport", "Contracts", "FoodFormats", "FoodImporter", "TestSupport"]),
        tests(
            "LoadGenerator",
            ["Calendar", "CommandSupport", "Contracts", "LoadGenerator", "MealwireClient", "SeededRandom"]
        ),
        tests("Demonstration", ["Calendar", "Contracts", "Demonstration"]),
        tests(
            "DiaryCommands",
            ["Calendar", "CommandSupport", "Contracts", "DiaryCommands", "MealwireClient", "TestSupport"]
        ),
        tests(
            "MealwireCLI",
            [
                "Backups", "CommandSupport", "ContractDocuments", "Contracts", "MealwireCLI", "Observability",
                "ServiceKit", "Settings",
            ]
        ),
        tests(
            "System",
            [
                "Auth", "Calendar", "ContractDocuments", "Contracts", "Diary", "FoodCatalog", "Gateway",
                "HTTPServer", "JSONCoding", "Leaderboard", "LoadGenerator", "MealPlanning", "MealwireClient",
                "Observability", "Profile", "SeededRandom", "Storage", "StubRemoteSource", "TestSupport",
                asyncHTTPClient, httpTypes, nioCore, nioHTTP1, nioPosix, nioSSL,
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
package.products += services.map(\.product)
package.targets += services.flatMap { [$0.target, $0.tests] }

// scripts/build sets this variable: running Mealwire needs no tests and their helpers, benchmarks, examples and
// libraries for apps. All other targets are compiled with the same options, so that a build with tests compiles
// nothing again.
if Context.environment["MEALWIRE_EXECUTABLES_ONLY"] != nil {
    let folders = ["Tests/", "Benchmarks/", "Clients/MealwireCore", "docs/"]
    package.targets.removeAll { target in folders.contains { target.path?.hasPrefix($0) ?? false } }
    package.products.removeAll { $0.name == "MealwireCore" }
}

#if canImport(Glibc)
// Most of the memory of an idle stack is pages of its executables. Compact relocations save 8 MB of them. Swift's
// default linker (gold) cannot write them, and glibc reads them since 2.36 (Debian 12; Ubuntu 22.04 has 2.35).
var libc = [CChar](repeating: 0, count: 64)
confstr(Int32(_CS_GNU_LIBC_VERSION), &libc, libc.count)
if let minor = String(cString: libc).split(separator: ".").dropFirst().first, Int(minor) ?? 0 >= 36 {
    for target in package.targets where target.type == .executable {
        target.linkerSettings = [
            .unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"])
        ]
    }
}
#endif

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
    if ["MessageBus", "Threading", "ZMTP", "ZeroMQ"].contains(target.name) {
        target.swiftSettings?.append(.strictMemorySafety())
    }
    // The optimizer takes longer than the tests that it makes faster. What computes much stands in modules of
    // Tests/Support, which are optimized.
    if target.type == .test { target.swiftSettings?.append(.unsafeFlags(["-Onone"])) }
}
