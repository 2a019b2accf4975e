package import Contracts

/// The request that a task works on, so that each log line can name it.
package enum RequestScope {
    /// Nil for work that the process does by itself.
    @TaskLocal package static var current: RequestContext?
}
