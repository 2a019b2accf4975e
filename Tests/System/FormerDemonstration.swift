import Auth
import Contracts
import Diary
import FoodCatalog
import Foundation
import Leaderboard
import Profile
import Storage
import TestSupport
import Testing

/// The databases of a demonstration that commit c0f43d2a made: the last state before schemas were described as data.
///
/// `scripts/up --demo` made them, and `VACUUM` made them smaller.
enum FormerDemonstration {
    /// The services with a database, each with its migrations today.
    static let migrations: [(service: ServiceName, all: [Migration])] = [
        (.auth, AuthSchema.migrations), (.catalog, FoodCatalogSchema.migrations), (.diary, DiarySchema.migrations),
        (.leaderboard, LeaderboardSchema.migrations), (.profile, ProfileSchema.migrations),
    ]

    private static let archive = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/demonstration-c0f43d2a.tar.xz").standardizedFileURL.path

    /// Unpacks the databases of some services into a directory that exists.
    static func unpack(_ services: [ServiceName], into directory: String) throws {
        // Python's own library, because `tar` needs another package for this compression.
        let script = """
            import sys, tarfile
            with tarfile.open(sys.argv[1]) as archive:
                for name in sys.argv[3:]: archive.extract(name, sys.argv[2])
            """
        let files = services.map { "\($0.rawValue).sqlite" }
        let outcome = try CommandLineTool.run(tool: ["/usr/bin/python3", "-c", script, archive, directory] + files)
        try #require(outcome.status == 0, "\(outcome.errors)")
    }
}
