/// The words that the parser takes: an option with a value cannot be a flag as well, so `--isolate=required` is
/// `--isolate-required` to it.
func commandLine(_ arguments: [String]) -> [String] {
  let own = arguments.prefix { $0 != "--" }
  return own.map { $0 == "--isolate=required" ? "--isolate-required" : $0 } + arguments[own.endIndex...]
}
