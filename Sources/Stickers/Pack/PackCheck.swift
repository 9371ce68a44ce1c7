package import StickerIO
package import StickerModel
package import StickerPacker

extension PackBuild {
  /// Tells how a folder differs from what would be built.
  package func compare(
    _ plan: PackPlan, with old: FolderContents?, at destination: Path, _ result: inout PackResult
  ) {
    let shown = destination.shown
    guard let old else {
      result.differences = ["\(shown) is not there"]
      result.end = .stopped(["\(shown) is not there: build it"])
      return
    }
    let others = old.others.filter { !isBuildProduct($0.path.shown) }.map {
      "\($0.path.shown) does not belong to it"
    }
    let all = differences(planned: plan.tree, onDisk: old.files) + others
    result.differences = all.map { "\(shown): \($0)" }
    result.end = all.isEmpty ? .done("\(shown) is up to date") : .stopped([changed(destination, all.count)])
  }

  /// How a folder that is not up to date is told.
  package func changed(_ destination: Path, _ count: Int) -> Sentence {
    "\(destination.shown) is not what would be built: \(counted(count, "difference")); build it again"
  }
}
