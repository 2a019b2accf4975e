import Glibc
import HTTPServer
import Testing

struct DescriptorLimitTests {
    @Test func `the soft limit of descriptors is raised to the hard limit`() throws {
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        let most = limit.rlim_max
        limit.rlim_cur = most - 1
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        #expect(DescriptorLimit.raise() == Int(clamping: most))
        #expect(DescriptorLimit.current == Int(clamping: most))
    }
}
