import Contracts

/// The image of a service and its place in the composition.
enum ServiceContainer {
    private static let directory = "/usr/local/lib/mealwire"

    /// Returns the stage of a service in the Containerfile.
    static func image(_ service: ServiceDescription) -> String {
        let resources = ServiceFiles.bundle(of: service).map { "COPY bin/\($0) \(directory)/\($0)\n" } ?? ""
        let executable = "\(directory)/\(service.name)"
        return """
            FROM base AS \(service.name)
            \(resources)COPY bin/\(service.name) \(directory)/
            ENTRYPOINT ["\(executable)"]
            HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["\(executable)", "--check-health"]

            """
    }

    /// Returns the entry of a service in `compose.yaml`.
    static func composed(_ service: ServiceDescription) -> String {
        let name = service.name.rawValue
        var volumes = ["sockets:/run/mealwire"]
        if service.hasDatabase {
            volumes.append("${MEALWIRE_STATE:-./state}/data/\(name):/var/lib/mealwire")
            // The record of the last backup.
            volumes.append("${MEALWIRE_STATE:-./state}/notes:/run/notes:ro")
        }
        let secrets = service.needs.secrets
        let lines = [
            "\(name):",
            "  <<: *service",
            "  image: mealwire/\(name)",
            "  build: { context: ../.build/package, dockerfile: compose/Containerfile, target: \(name) }",
            "  volumes: [\(volumes.map { "\"\($0)\"" }.joined(separator: ", "))]",
            "  mem_limit: \(service.needs.memoryMiB)m",
        ]
        let more = secrets.isEmpty ? [] : ["  secrets: [\(secrets.joined(separator: ", "))]"]
        return (lines + more).map { "  \($0)\n" }.joined()
    }
}
