import Gateway
import Glibc
import Testing

struct DescriptorLimitTests {
    @Test func `a process is allowed as many descriptors as it may allow itself`() throws {
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        let most = limit.rlim_max
        limit.rlim_cur = most - 1
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        #expect(DescriptorLimit.raise() == Int(clamping: most))
        #expect(DescriptorLimit.current == Int(clamping: most))
    }
}
