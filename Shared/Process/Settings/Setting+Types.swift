extension Setting where Value == Int {
    /// Declares a whole number, or with a unit a duration or a size.
    package init(
        _ name: String,
        in range: ClosedRange<Int>,
        unit: SettingUnit? = nil,
        default standard: Int,
        fallback: String? = nil,
        of processes: [ProcessName],
        _ meaning: String,
        reason: String? = nil
    ) {
        let kind: SettingKind =
            switch unit {
            case .none: .integer(range)
            case .some(.mebibytes): .bytes(range, .mebibytes)
            case .some(let unit): .duration(range, unit)
            }
        declaration = SettingDeclaration(
            name: name,
            kind: kind,
            fallback: fallback ?? "\(standard)",
            processes: processes,
            meaning: meaning,
            reason: reason
        )
        self.standard = standard
        parse = { Int($0) }
    }
}

extension Setting where Value == Int? {
    /// Declares a whole number without a default value.
    package init(
        _ name: String,
        in range: ClosedRange<Int>,
        of processes: [ProcessName],
        _ meaning: String,
        reason: String? = nil
    ) {
        declaration = SettingDeclaration(
            name: name,
            kind: .integer(range),
            fallback: "none",
            processes: processes,
            meaning: meaning,
            reason: reason
        )
        standard = nil
        parse = { Int($0) }
    }
}

extension Setting where Value == Double {
    /// Declares a number.
    package init(
        _ name: String,
        in range: ClosedRange<Double>,
        default standard: Double,
        of processes: [ProcessName],
        _ meaning: String,
        reason: String? = nil
    ) {
        declaration = SettingDeclaration(
            name: name,
            kind: .number(range),
            fallback: standard.plain,
            processes: processes,
            meaning: meaning,
            reason: reason
        )
        self.standard = standard
        parse = { Double($0) }
    }
}

extension Setting where Value == Bool {
    /// Declares a setting that is on or off.
    package init(
        _ name: String,
        default standard: Bool,
        fallback: String? = nil,
        of processes: [ProcessName],
        _ meaning: String,
        reason: String? = nil
    ) {
        declaration = SettingDeclaration(
            name: name,
            kind: .boolean,
            fallback: fallback ?? "\(standard)",
            processes: processes,
            meaning: meaning,
            reason: reason
        )
        self.standard = standard
        parse = { SettingKind.truth(of: $0) }
    }
}

extension Setting where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// Declares a choice among the cases of a type.
    package init(
        _ name: String,
        default standard: Value,
        of processes: [ProcessName],
        _ meaning: String,
        reason: String? = nil
    ) {
        declaration = SettingDeclaration(
            name: name,
            kind: .choice(Value.allCases.map(\.rawValue)),
            fallback: standard.rawValue,
            processes: processes,
            meaning: meaning,
            reason: reason
        )
        self.standard = standard
        parse = { Value(rawValue: $0) }
    }
}

extension Setting where Value == String? {
    /// Declares a path or a text without a default value.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - kind: `path`, `text` or `secret`. The process checks the form of a text, because its type is the process's.
    ///   - fallback: What holds without a value.
    ///   - processes: The programs that read it.
    ///   - meaning: One sentence without a period.
    ///   - reason: See ``SettingDeclaration/reason``.
    package init(
        _ name: String,
        _ kind: SettingKind,
        fallback: String = "none",
        of processes: [ProcessName],
        _ meaning: String,
        reason: String? = nil
    ) {
        declaration = SettingDeclaration(
            name: name,
            kind: kind,
            fallback: fallback,
            processes: processes,
            meaning: meaning,
            reason: reason
        )
        standard = nil
        parse = { $0 }
    }
}

extension Setting where Value == String {
    /// Declares a path or a text with a default value.
    package init(
        _ name: String,
        _ kind: SettingKind,
        default standard: String,
        of processes: [ProcessName],
        _ meaning: String,
        reason: String? = nil
    ) {
        declaration = SettingDeclaration(
            name: name,
            kind: kind,
            fallback: standard,
            processes: processes,
            meaning: meaning,
            reason: reason
        )
        self.standard = standard
        parse = { $0 }
    }
}
