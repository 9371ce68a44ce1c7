import Stickers

/// What is saved to the folder that the page is of, and what is read there anew.
func folderRoutes(_ collection: DroppedFiles) -> [PageRoute] {
  [
    PageRoute(.get, "saved") { _ in
      switch await collection.whatIsSaved() {
      case .success(let json): .json(json)
      case .failure(let failure): refusal(failure)
      }
    },
    PageRoute(.post, "save", writes: true) { request in
      guard let condition = request.condition else { return .notFound }
      switch await collection.save(where: condition) {
      case .saved(let files): return .json(.object(["files": .array(files.map { .string($0) })]))
      case .isOther(let sentence, let tag):
        return .json(.object(["error": .string(sentence), "tag": tag]), status: 412)
      case .failed(let failure): return refusal(failure)
      }
    },
    PageRoute(.post, "reread") { _ in
      await collection.takeDescriptionOfFolder().map { .refusal(409, $0) } ?? .done
    },
  ]
}

private func refusal(_ failure: CommandFailure) -> PageResponse { .refusal(409, failure.message) }
