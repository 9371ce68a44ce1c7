/// Runs every rule about interactive messages over each description of one, by what is in force for it.
package func findings(
  onMessages messages: [MessageDeclaration], _ configurations: (Path) -> Configuration
) -> [Finding] {
  messages.flatMap { message -> [Finding] in
    let configuration = configurations(message.path)
    var found: [DocumentFinding] = []
    for (order, inForce) in configuration.rules.enumerated() {
      guard case .message(let judge) = inForce.rule.check else { continue }
      found += judge(message, inForce.settings).map {
        DocumentFinding(order: order, finding: configuration.stamped($0, inForce, message.path))
      }
    }
    return limited(found.sorted { $0 < $1 })
  }
}
