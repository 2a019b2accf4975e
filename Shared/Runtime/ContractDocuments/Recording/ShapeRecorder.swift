import Contracts

/// Records the JSON shape of a type.
///
/// The type decodes itself from a decoder without data, which records each requested key and type and returns examples.
///
/// Encoding the example shows whether an optional field is written as null or left out. Enums are read from
/// `CaseIterable`. Lists, dictionaries and types that validate text have a line in `KnownShape`.
///
/// Not recorded: rules on values (`RuleChecker`), and formats of strings declared as `String`, such as times. Fields
/// that are decoded depending on another field's value, and mutual exclusion of fields, are not recorded either.
///
/// Refused, with an error that names the type: manually nested containers, manually decoded lists, enums without
/// `CaseIterable`, and types that contain themselves as a required value.
package final class ShapeRecorder {
    /// The error for a type that cannot be recorded.
    package struct Refusal: Error, CustomStringConvertible {
        package let description: String
    }

    /// The recorded types, by name: `DiaryDay.Week` is nested in `DiaryDay`.
    package private(set) var types: [String: TypeShape] = [:]
    private var finished: [ObjectIdentifier: (shape: ValueShape, example: Any)] = [:]
    private var inProgress: [ObjectIdentifier: ValueShape] = [:]

    package init() {}

    /// Returns the shape of a type; records the types in it, too.
    package func shape<Value: Decodable>(of type: Value.Type) throws -> ValueShape {
        if let shape = inProgress[ObjectIdentifier(type)] { return shape }
        return try record(type).shape
    }

    /// Returns the shape of a type and an example value.
    func record<Value: Decodable>(_ type: Value.Type) throws -> (shape: ValueShape, example: Value) {
        let id = ObjectIdentifier(type)
        if let known = type as? any KnownShape.Type, let example = known.example as? Value {
            return (try known.shape(in: self), example)
        }
        if let (shape, example) = finished[id], let example = example as? Value { return (shape, example) }
        let name = Self.name(of: type)
        guard inProgress[id] == nil else { throw Refusal(description: "\(name) contains itself as a required value.") }
        inProgress[id] = .named(name)
        defer { inProgress[id] = nil }
        let result = try choice(type, name) ?? object(type, name)
        finished[id] = (result.shape, result.example)
        return result
    }

    private func choice<Value>(_ type: Value.Type, _ name: String) throws -> (shape: ValueShape, example: Value)? {
        guard let cases = (type as? any CaseIterable.Type)?.allCasesInOrder else { return nil }
        let values = cases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
        guard values.count == cases.count, let example = cases.first as? Value else { return nil }
        return (try define(name, .choice(values)), example)
    }

    private func object<Value: Decodable>(
        _ type: Value.Type,
        _ name: String
    ) throws -> (shape: ValueShape, example: Value) {
        let record = ObjectRecord()
        let example: Value
        do {
            example = try Value(from: RecordingDecoder(recorder: self, record: record))
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal(
                description: """
                    \(name) cannot be recorded: make it CaseIterable, if it is an enum, or give it a line in \
                    KnownShape.swift. (\(error))
                    """
            )
        }
        if let shape = record.singleShape { return (shape, example) }
        return (try define(name, .object(try record.fields(writtenBy: example))), example)
    }

    private func define(_ name: String, _ type: TypeShape) throws -> ValueShape {
        guard types.updateValue(type, forKey: name) ?? type == type else {
            throw Refusal(description: "There are two types named \(name).")
        }
        return .named(name)
    }

    /// The type's name without its module; that of a generic contract follows from its method, as other contracts' do.
    private static func name(of type: Any.Type) -> String {
        let path = String(reflecting: type)
        if path.hasSuffix(">"), let contract = type as? any Contract.Type {
            let words = contract.method.name.split(separator: ".")
            return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        }
        return path.firstIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? path
    }
}

extension CaseIterable {
    fileprivate static var allCasesInOrder: [Self] { Array(allCases) }
}
