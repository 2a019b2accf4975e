import Foundation
import TestSupport

/// An authenticator app; a Python script computes its codes independently of the server.
enum AuthenticatorApp {
    private static let script = """
        import base64, hmac, struct, sys, time
        step = int(time.time()) // 30 + int(sys.argv[2])
        digest = hmac.new(base64.b32decode(sys.argv[1]), struct.pack(">Q", step), "sha1").digest()
        offset = digest[-1] & 15
        print("%06d" % ((struct.unpack(">I", digest[offset:offset + 4])[0] & 0x7fffffff) % 1000000))
        """

    /// Returns the app's code, now or a number of time steps later.
    static func code(_ secret: String, _ steps: Int = 0) throws -> String {
        try CommandLineTool.run(tool: ["timeout", "30", "python3", "-c", script, secret, "\(steps)"]).output
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
