package import Contracts

/// The request on whose behalf a task works, so that each line of the log can name it.
package enum RequestScope {
    /// Nil for what a process does by itself.
    @TaskLocal package static var current: RequestContext?
}
