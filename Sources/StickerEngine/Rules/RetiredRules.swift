/// Rules that were merged into another rule: the old id, which configurations may still contain, and the id
/// of the rule that does the check now.
let retiredRules: [String: String] = [
  "excess-margin": RuleID.placement,
  "off-center": RuleID.placement,
  "uneven-scale": RuleID.placement,
]
