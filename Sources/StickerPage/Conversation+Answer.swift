import NIOCore
import NIOHTTP1

extension Conversation {
  /// Sends what a route gave.
  func answer(_ response: PageResponse, _ admitted: Gatekeeper.Admitted) {
    guard context != nil else { return }
    if case .events = response.body, !admitted.wantsBody { return answer(.done, admitted) }
    send(.head(responseHead(response, isLast: admitted.isLast)))
    switch response.body {
    case .pieces(let pieces):
      let slices = admitted.wantsBody ? pieces.filter { !$0.isEmpty } : []
      sendPieces(slices[...]) { conversation in
        if admitted.isLast { conversation.leave() } else { conversation.goOn() }
      }
    case .events(let messages): stream(messages)
    }
  }

  /// Says why, and ends the connection. What the other side is still sending is thrown away for a while: a
  /// connection that is cut takes the answer with it.
  func refuse(_ refusal: Refusal) {
    guard context != nil else { return }
    dropUpload()
    phase = .leaving
    send(.head(responseHead(refusal.response, isLast: true)))
    if case .pieces(let pieces) = refusal.response.body {
      for piece in pieces { send(.body(.byteBuffer(ByteBuffer(bytes: piece)))) }
    }
    send(.end(nil))
    leave()
  }

  /// Sends a piece, and the next when it has left: an answer of many megabytes is never there twice.
  private func sendPieces(
    _ pieces: ArraySlice<[UInt8]>, from start: Int = 0, then: @escaping (Conversation) -> Void
  ) {
    guard let context else { return }
    guard let piece = pieces.first else {
      endAlarm()
      send(.end(nil))
      return then(self)
    }
    setAlarm(after: keeper.limits.stallMilliseconds) { $0.close() }
    let end = min(piece.count, start + 256 << 10)
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenSuccess {
      let isDone = end == piece.count
      self.sendPieces(isDone ? pieces.dropFirst() : pieces, from: isDone ? 0 : end, then: then)
    }
    let buffer = ByteBuffer(bytes: piece[start..<end])
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: promise)
  }

  private func send(_ part: HTTPServerResponsePart) {
    context?.writeAndFlush(wrapOutboundOut(part), promise: nil)
  }

  private func leave() {
    phase = .leaving
    if let context { attendance.note(context.channel, .leaving) }
    setAlarm(after: keeper.limits.lingerMilliseconds) { $0.close() }
    context?.close(mode: .output, promise: nil)
    readOn()
  }

  /// Sends messages as they come until one side has had enough, or takes none for too long.
  ///
  /// - Source: HTML Living Standard, 9.2 Server-sent events.
  private func stream(_ messages: AsyncStream<String>) {
    guard let context else { return }
    let (channel, most) = (context.channel, TimeAmount.milliseconds(Int64(keeper.limits.stallMilliseconds)))
    phase = .streaming(
      Task {
        for await message in messages {
          let event = ByteBuffer(string: "data: \(message)\n\n")
          let stall = channel.eventLoop.scheduleTask(in: most) { channel.close(promise: nil) }
          let sent: Void? = try? await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(event)))
          stall.cancel()
          guard sent != nil else { break }
        }
        channel.close(promise: nil)
      })
    attendance.note(channel, .events)
    // After a break the page tries again soon.
    send(.body(.byteBuffer(ByteBuffer(string: "retry: 1000\n\n"))))
    beat()
    readOn()
  }

  /// A sign of life now and then: without it nobody would notice that the other side is gone.
  private func beat() {
    setAlarm(after: keeper.limits.heartbeatMilliseconds) { conversation in
      guard let context = conversation.context else { return }
      if context.channel.isWritable {
        conversation.send(.body(.byteBuffer(ByteBuffer(string: ":\n\n"))))
      }
      conversation.beat()
    }
  }
}
