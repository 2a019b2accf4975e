import Contracts
import Testing

/// The lists of methods and routes.
struct APITests {
    /// The longest summary, in words.
    private static let wordsMax = 25

    @Test func `each contract is listed once`() {
        let names = API.contracts.map { $0.method.name }
        #expect(Set(names).count == names.count)
        #expect(names.contains("diary.entries.add"))
    }

    @Test func `each route has a summary of one short sentence`() {
        for route in API.routes {
            let words = route.summary.split(separator: " ")
            #expect(words.count <= Self.wordsMax, "\(route.path): \(route.summary)")
            #expect(route.summary.hasSuffix(".") && !route.summary.dropLast().contains(". "), "\(route.path)")
            #expect(route.summary.first?.isUppercase == true, "\(route.path)")
        }
        #expect(API.routes.count > 100)
    }

    @Test func `the described parameters of a special route include those of its path`() {
        for route in SpecialRoutes.all {
            let names = route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { $0.dropFirst().dropLast() }
            let described = route.parameters.filter { $0.place == .path }.map(\.name)
            #expect(names.map(String.init) == described, "\(route.path)")
            #expect(route.responses.contains { (200..<300).contains($0.status) }, "\(route.path)")
        }
    }

    @Test func `a role is only for signed-in users, and each route of administration declares one`() {
        for route in API.routes {
            #expect(route.role == nil || route.access == .user, "\(route.path)")
            #expect(!route.path.hasPrefix("/v1/admin/") || route.role != nil, "\(route.path)")
            let isTold = ["for staff and admins", "for admins"].contains(where: route.summary.contains)
            #expect(isTold == (route.role != nil), "\(route.path): \(route.summary)")
        }
        #expect(API.routes.first { $0.path == "/v1/admin/system" }?.role == .admin)
        for contract in API.contracts where contract.method.role != nil {
            #expect(contract.http != nil, "\(contract.method.name)")
        }
    }

    @Test func `a role includes those with more rights`() {
        #expect(Role.user.holders == Role.allCases)
        #expect(Role.staff.holders == [.staff, .admin])
        #expect(Role.admin.holders == [.admin])
        #expect(Role.staff.refusal.message == "This is for staff and admins of this server.")
    }

    @Test func `the declared access makes a method one for the operator`() {
        for contract in API.contracts {
            let method = contract.method
            #expect(API.isForOperator(method.name) == (method.access == .operator), "\(method.name)")
        }
        #expect(API.isForOperator("auth.operator.keys.rotate"))
        #expect(!API.isForOperator("diary.day"))
    }

    @Test func `methods for the operator, and no others, have the part by which an older broker reserves them`() {
        for method in API.contracts.map({ $0.method }) {
            #expect(method.name.contains(API.operatorPart) == (method.access == .operator), "\(method.name)")
        }
    }

    @Test func `a method that this version does not know is for the operator by its name`() {
        #expect(API.isForOperator("auth.operator.not-there-yet"))
        #expect(API.isForOperator("other.operator.run"))
        #expect(!API.isForOperator("other.operators.run"))
        #expect(!API.isForOperator("other.run"))
    }

    @Test(arguments: ["code", "token", "password", "passwordConfirmation", "currentPassword", "refreshToken"])
    func `names of secrets are recognized`(name: String) {
        #expect(HTTPBinding.isSecret(name))
    }

    @Test(arguments: ["barcode", "gtin", "cursor", "id", "language", "passwords"])
    func `other names are no secrets`(name: String) {
        #expect(!HTTPBinding.isSecret(name))
    }
}
