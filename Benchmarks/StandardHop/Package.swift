// swift-tools-version: 6.3
import PackageDescription

// A separate package: AsyncHTTPClient and its dependencies would double the build time of Mealwire's package.

let package = Package(
    name: "StandardHop",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
    ],
    targets: [
        .executableTarget(
            name: "StandardHop",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ],
            path: "Sources"
        )
    ],
    swiftLanguageModes: [.v6]
)
