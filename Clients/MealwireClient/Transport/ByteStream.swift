/// Bytes that arrive in chunks; can be read once.
public struct ByteStream: AsyncSequence, Sendable {
    /// A chunk.
    public typealias Element = [UInt8]

    /// Reads the chunks of a ``ByteStream``.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let nextChunk: () async throws -> [UInt8]?

        /// Returns the next chunk; nil at the end.
        public mutating func next() async throws -> [UInt8]? { try await nextChunk() }
    }

    private let begin: @Sendable () -> () async throws -> [UInt8]?

    /// Creates a stream.
    ///
    /// - Parameter begin: Returns the function that returns chunk after chunk, and nil at the end.
    public init(_ begin: @escaping @Sendable () -> () async throws -> [UInt8]?) {
        self.begin = begin
    }

    /// Creates a stream of bytes in memory.
    public init(_ bytes: [UInt8]) {
        self.init {
            var rest: [UInt8]? = bytes.isEmpty ? nil : bytes
            return {
                defer { rest = nil }
                return rest
            }
        }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(nextChunk: begin()) }

    /// Reads all bytes.
    ///
    /// - Parameter maximum: The number of bytes after which an answer is refused.
    /// - Returns: The bytes.
    /// - Throws: ``ClientError/unexpectedAnswer(_:)`` for more bytes, and errors of the transport.
    public func collect(upTo maximum: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in self {
            guard bytes.count + chunk.count <= maximum else {
                throw ClientError.unexpectedAnswer("it has more than \(maximum) bytes")
            }
            bytes += chunk
        }
        return bytes
    }
}
