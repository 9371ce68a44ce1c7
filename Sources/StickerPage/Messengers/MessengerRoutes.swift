import Stickers

/// What other messengers make of the pack, and the pack as each takes it.
func messengerRoutes(_ collection: DroppedFiles) -> [PageRoute] {
  [
    PageRoute(.post, "messengers") { _ in
      await collection.askMessengers()
      return .done
    }
  ]
    + Messengers.all.map { messenger in
      PageRoute(.get, "messenger/\(messenger)") { _ in
        switch await collection.handedOver(to: messenger) {
        case .failure(let failure): return .refusal(409, "The pack cannot be handed over yet.", failure)
        case .success(let made):
          if let file = made.file { return .bytes(file, "application/octet-stream", savedAs: made.name) }
          let files = made.tree.paths.map { (path: $0, bytes: made.tree[$0] ?? []) }
          let stem = String(made.name.dropLast(".zip".count))
          return zipped(stem) { () throws(ZipArchive.Fault) in try ZipArchive(files) }
        }
      }
    }
}
