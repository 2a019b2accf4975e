import CSodium
import Contracts
import Foundation
import Synchronization

/// Hashes and verifies passwords with argon2id, outside the threads that handle requests.
package struct PasswordHasher: Sendable {
    /// The cost of one hash.
    package struct Cost: Sendable, Equatable {
        package var memoryMiB: Int
        package var passes: Int

        package init(memoryMiB: Int, passes: Int) {
            self.memoryMiB = memoryMiB
            self.passes = passes
        }

        fileprivate var memoryBytes: Int { memoryMiB * 1_048_576 }
    }

    /// libsodium could not start, or could not allocate the memory of a hash.
    private static let failure = ServiceError(.overloaded, "There is no memory left to check a password; try again.")

    private let cost: Cost
    private let pool = HashingPool()
    private let verified = VerificationCount()
    /// The hash of a random password.
    ///
    /// A sign-in to an account that does not exist is verified against it, so that it takes as long as any other.
    private let decoy: String

    init(_ cost: Cost) throws {
        guard sodium_init() >= 0 else { throw Self.failure }
        self.cost = cost
        decoy = try Self.hash(Self.bytes(of: Base64URL.text(RandomBytes.make(count: 32))), cost)
    }

    /// The number of passwords verified since the start, at full cost each.
    var verificationCount: Int { verified.value }

    /// Returns the encoded hash of a password.
    ///
    /// - Throws: `overloaded` or `deadlineExceeded` if too many others are waiting.
    func hash(_ password: String, for share: FairSemaphore.Share, before deadline: Deadline) async throws -> String {
        let bytes = Self.bytes(of: password)
        return try await pool.run(for: share, before: deadline) { [cost] in try Self.hash(bytes, cost) }
    }

    /// Returns whether a password matches an encoded hash; takes equally long, and returns false, if there is none.
    ///
    /// - Throws: `overloaded` or `deadlineExceeded` if too many others are waiting.
    func verify(
        _ password: String,
        against hash: String?,
        for share: FairSemaphore.Share,
        before deadline: Deadline
    ) async throws -> Bool {
        let bytes = Self.bytes(of: password)
        let stored = hash ?? decoy
        verified.increment()
        let matches = try await pool.run(for: share, before: deadline) {
            // libsodium reads `bytes.count` bytes of the password, and the zero-terminated hash.
            crypto_pwhash_str_verify(stored, bytes, UInt64(bytes.count)) == 0
        }
        return matches && hash != nil
    }

    /// Returns whether the cost of a hash differs from the configured one.
    func isOutdated(_ hash: String) -> Bool {
        crypto_pwhash_str_needs_rehash(hash, UInt64(cost.passes), cost.memoryBytes) != 0
    }

    /// Normalizes a password to NFC, so that keyboards that compose letters differently give the same bytes (RFC 8265
    /// §4.2).
    private static func bytes(of password: String) -> [CChar] {
        password.precomposedStringWithCanonicalMapping.utf8.map(CChar.init(bitPattern:))
    }

    private static func hash(_ password: [CChar], _ cost: Cost) throws(ServiceError) -> String {
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_argon2id_STRBYTES))
        // `text` has the size that libsodium requires; libsodium reads `password.count` bytes of the password.
        let status = crypto_pwhash_str_alg(
            &text,
            password,
            UInt64(password.count),
            UInt64(cost.passes),
            cost.memoryBytes,
            crypto_pwhash_argon2id_ALG_ARGON2ID13
        )
        guard status == 0 else { throw failure }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// A counter of verifications that any thread may increment.
private final class VerificationCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func increment() { count.add(1, ordering: .relaxed) }
}
