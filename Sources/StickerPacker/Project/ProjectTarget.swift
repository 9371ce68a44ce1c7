/// One of the project's two targets, and the objects that belong to it.
struct ProjectTarget: Hashable {
  private let role: String
  let name: String
  /// The product of the target; the object's comment is the product's file name.
  let product: ProjectObject
  let explicitType: String
  let productType: String

  /// - Parameter role: unique within the project.
  /// - Parameter product: the name of what is built.
  init(_ role: String, _ name: String, product: String, explicitType: String, productType: String) {
    (self.role, self.name) = (role, name)
    (self.explicitType, self.productType) = (explicitType, productType)
    self.product = ProjectObject(role: "\(role) product", comment: product)
  }

  var object: ProjectObject { ProjectObject(role: "\(role) target", comment: name) }
  var group: ProjectObject { ProjectObject(role: "\(role) group", comment: name) }
  var info: ProjectObject { ProjectObject(role: "\(role) information", comment: "Info.plist") }
  var resources: ProjectObject { ProjectObject(role: "\(role) resources", comment: "Resources") }
  var sources: ProjectObject { ProjectObject(role: "\(role) sources", comment: "Sources") }
  var frameworks: ProjectObject { ProjectObject(role: "\(role) frameworks", comment: "Frameworks") }

  /// What puts an item into one of its phases.
  func buildFile(of item: ProjectItem) -> ProjectObject {
    ProjectObject(role: "\(role) \(item.role)", comment: "\(item.name) in \(item.use.phase)")
  }

  var configurations: ProjectObject {
    ProjectObject(
      role: "\(role) configurations", comment: "Build configuration list for PBXNativeTarget \"\(name)\"")
  }
}
