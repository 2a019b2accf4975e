import ContractDocuments
import Contracts
import Testing

/// The rules of all contracts.
struct ContractRulesTests {
    @Test(arguments: API.contracts.map { $0.method.name })
    func `the rules of a contract name its fields and do not contradict each other`(method: String) throws {
        let contract = try #require(API.contracts.first { $0.method.name == method })
        let recorder = ShapeRecorder()
        let shape = try Self.shape(of: contract, recorder)
        for constraint in try contract.constraints() {
            #expect(!constraint.fields.isEmpty)
            for field in constraint.fields {
                #expect(Self.holds(field, in: shape, recorder.types), "\(method): \(field)")
            }
        }
    }

    /// Returns whether a shape has a field, such as `portions[].grams`.
    private static func holds(_ path: String, in shape: ValueShape, _ types: [String: TypeShape]) -> Bool {
        var shape = shape
        for part in path.split(separator: ".") {
            let name = part.replacing("[]", with: "").replacing("{}", with: "")
            guard case .named(let type) = shape.plain, case .object(let fields)? = types[type],
                let field = fields.first(where: { $0.name == name })
            else { return false }
            shape = field.shape.plain
            if part.hasSuffix("[]") {
                guard case .list(let item) = shape else { return false }
                shape = item
            } else if part.hasSuffix("{}") {
                guard case .map(let value) = shape else { return false }
                shape = value
            }
        }
        return true
    }

    @Test(arguments: API.contracts.map { $0.method.name })
    func `a wrong field does not make known fields unknown`(method: String) throws {
        let contract = try #require(API.contracts.first { $0.method.name == method })
        let recorder = ShapeRecorder()
        guard case .named(let type) = try Self.shape(of: contract, recorder),
            case .object(let fields)? = recorder.types[type]
        else { return }
        let maker = SpecimenMaker(types: recorder.types)
        let names = Set(fields.map(\.name))
        for wrong in fields {
            let members = fields.map { field in
                "\"\(field.name)\":\(field.name == wrong.name ? #"{"?":[]}"# : maker.full(field.shape))"
            }
            let unknown = Self.unknownFields(contract, "{\(members.joined(separator: ","))}")
            #expect(names.isDisjoint(with: unknown), "\(method): a wrong \(wrong.name)")
        }
    }

    private static func shape<Request: Contract>(
        of type: Request.Type,
        _ recorder: ShapeRecorder
    ) throws -> ValueShape {
        try recorder.shape(of: type)
    }

    private static func unknownFields<Request: Contract>(_ type: Request.Type, _ json: String) -> [String] {
        do {
            _ = try PayloadCoder.decode(type, from: Array(json.utf8))
            return []
        } catch {
            return error.details.filter { $0.code == .unknown }.map(\.field)
        }
    }
}

extension ValueShape {
    fileprivate var plain: ValueShape {
        if case .nullable(let shape) = self { shape } else { self }
    }
}
