import NIOCore
import NIOHTTP1
import StickerEngine

/// Handles one connection. It validates, reads and answers one request at a time. While a body waits for memory,
/// or while a response is prepared, it reads nothing from the connection.
final class HTTPConnectionHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  enum Phase {
    /// Waiting for the head of a request.
    case awaitingHead
    /// Waiting for memory for the body.
    case awaitingMemory(IncomingRequest)
    case readingBody(IncomingRequest)
    case answering
    /// Sending events. Received data is discarded.
    case streaming(Task<Void, Never>)
    /// Closing. Received data is discarded.
    case closing
  }

  /// A request and the part of its body that has arrived.
  struct IncomingRequest {
    let request: RequestValidator.ValidatedRequest
    var body: [UInt8] = []
    /// The number of bytes that are reserved for the body, and must be released.
    var reservedBytes = 0
  }

  let validator: RequestValidator
  let tracker: ConnectionTracker
  private let bodyMemory: MemoryGate
  var phase = Phase.awaitingHead
  /// The context of the channel; nil once the connection is closed.
  private(set) var context: ChannelHandlerContext?
  /// Parts that were received while an earlier request was being handled.
  private var backlog = CircularBuffer<HTTPServerRequestPart>()
  private var parserError: HTTPParserError?
  private var hasPendingRead = false
  private var timeout: Scheduled<Void>?
  private var bodyTimeout: Scheduled<Void>?

  init(_ validator: RequestValidator, _ tracker: ConnectionTracker, _ bodyMemory: MemoryGate) {
    self.validator = validator
    self.tracker = tracker
    self.bodyMemory = bodyMemory
  }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    if tracker.addConnectionMakingRoom(context.channel, maxConnections: validator.limits.maxConnections) {
      setTimeout(after: validator.limits.firstRequestTimeoutMilliseconds) { $0.close() }
    } else {
      rejectAndClose(.plainTextError(503, "too many connections. Close some pages."))
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    timeout?.cancel()
    bodyTimeout?.cancel()
    tracker.removeConnection(context.channel)
    switch phase {
    case .readingBody(let incoming): releaseMemory(incoming.reservedBytes)
    case .streaming(let task): task.cancel()
    case .awaitingHead, .awaitingMemory, .answering, .closing: break
    }
    (phase, backlog) = (.closing, CircularBuffer())
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    backlog.append(unwrapInboundIn(data))
    handleBacklog()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return close() }
    parserError = error
    handleBacklog()
  }

  func read(context: ChannelHandlerContext) {
    switch phase {
    case .awaitingMemory, .answering: hasPendingRead = true
    case .awaitingHead, .readingBody, .streaming, .closing: context.read()
    }
  }

  private func handleBacklog() {
    while true {
      switch phase {
      case .awaitingMemory, .answering: return
      case .streaming, .closing:
        backlog.removeAll()
        return
      case .awaitingHead, .readingBody: break
      }
      guard let part = backlog.popFirst() else { break }
      handle(part)
    }
    if let parserError {
      let isLong = parserError == .headerOverflow
      rejectAndClose(
        isLong
          ? .plainTextError(431, "the request header is too long")
          : .plainTextError(400, "invalid request"))
    }
  }

  private func handle(_ part: HTTPServerRequestPart) {
    switch (part, phase) {
    case (.head(let head), .awaitingHead): beginRequest(head)
    case (.body(let piece), .readingBody(var incoming)):
      phase = .awaitingHead  // leaves one reference to the body, so that appending does not copy it
      incoming.body.append(contentsOf: piece.readableBytesView)
      phase = .readingBody(incoming)
      setTimeout(after: validator.limits.maxTransferPauseMilliseconds) { $0.rejectSlowUpload() }
    case (.end, .readingBody(let incoming)): respond(to: incoming)
    default: close()
    }
  }

  private func beginRequest(_ head: HTTPRequestHead) {
    timeout?.cancel()
    do throws(PageResponse) {
      let validated = try validator.validate(head)
      tracker.rescheduleIdleCheck()
      if let context { tracker.recordActivity(of: context.channel, as: .handlingRequest) }
      let incoming = IncomingRequest(request: validated)
      switch validated.bodyLength {
      case 0: phase = .readingBody(incoming)
      case ...validator.limits.maxUnreservedBodyBytes: beginReadingBody(of: incoming)
      default: readBodyOnceMemoryIsReserved(of: incoming)
      }
    } catch { rejectAndClose(error) }
  }

  /// Waits until there is memory for the body, then continues to read.
  private func readBodyOnceMemoryIsReserved(of incoming: IncomingRequest) {
    guard let context else { return }
    phase = .awaitingMemory(incoming)
    let bodyMemory = bodyMemory
    let bytes = incoming.request.bodyLength
    context.eventLoop.makeFutureWithTask { await bodyMemory.reserve(bytes) }.assumeIsolated().whenSuccess {
      reservedBytes in
      guard case .awaitingMemory(var incoming) = self.phase else { return self.releaseMemory(reservedBytes) }
      incoming.reservedBytes = reservedBytes
      self.beginReadingBody(of: incoming)
      self.resumeReading()
    }
  }

  private func beginReadingBody(of incoming: IncomingRequest) {
    guard let context else { return }
    var incoming = incoming
    incoming.body.reserveCapacity(incoming.request.bodyLength)
    phase = .readingBody(incoming)
    if incoming.request.expectsContinue {
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
    setTimeout(after: validator.limits.maxTransferPauseMilliseconds) { $0.rejectSlowUpload() }
    let most = TimeAmount.milliseconds(Int64(validator.limits.maxBodyMilliseconds))
    bodyTimeout = context.eventLoop.assumeIsolated().scheduleTask(in: most) { self.rejectSlowUpload() }
  }

  private func rejectSlowUpload() {
    rejectAndClose(.jsonError(408, "the upload took too long. Try again."))
  }

  private func respond(to incoming: IncomingRequest) {
    guard let context else { return }
    timeout?.cancel()
    bodyTimeout?.cancel()
    phase = .answering
    let (validated, reservedBytes) = (incoming.request, incoming.reservedBytes)
    let answer = validated.route.handler
    let request = PageRequest(
      number: validated.fileNumber, query: validated.query, body: incoming.body,
      filePrecondition: validated.savePrecondition)
    context.eventLoop.makeFutureWithTask { await answer(request) }.assumeIsolated().whenSuccess { response in
      self.releaseMemory(reservedBytes)
      self.sendResponse(response, to: validated)
    }
  }

  private func releaseMemory(_ reservedBytes: Int) {
    let bodyMemory = bodyMemory
    if reservedBytes > 0 { Task { await bodyMemory.release(reservedBytes) } }
  }

  /// Continues with the next request, which may already have arrived.
  func awaitNextRequest() {
    phase = .awaitingHead
    if let context { tracker.recordActivity(of: context.channel, as: .idle) }
    setTimeout(after: validator.limits.nextRequestTimeoutMilliseconds) { $0.close() }
    resumeReading()
  }

  /// Handles the backlog, and continues to read if a read was deferred.
  func resumeReading() {
    handleBacklog()
    switch phase {
    case .awaitingMemory, .answering: return
    case .awaitingHead, .readingBody, .streaming, .closing: break
    }
    guard hasPendingRead else { return }
    hasPendingRead = false
    context?.read()
  }

  /// Schedules an action, and cancels the previously scheduled one.
  func setTimeout(after milliseconds: Int, _ action: @escaping (HTTPConnectionHandler) -> Void) {
    timeout?.cancel()
    let time = TimeAmount.milliseconds(Int64(milliseconds))
    timeout = context?.eventLoop.assumeIsolated().scheduleTask(in: time) { action(self) }
  }

  func cancelTimeout() { timeout?.cancel() }

  /// Releases the memory of a body that is rejected while it is being read.
  func releaseRejectedBodyMemory() {
    bodyTimeout?.cancel()
    if case .readingBody(let incoming) = phase { releaseMemory(incoming.reservedBytes) }
  }

  func close() { context?.close(promise: nil) }
}

extension HTTPConnectionHandler {
  /// Sends the response of a route.
  func sendResponse(_ response: PageResponse, to validated: RequestValidator.ValidatedRequest) {
    guard context != nil else { return }
    if case .events = response.body, !validated.wantsResponseBody {
      return sendResponse(.noContent, to: validated)
    }
    send(.head(responseHead(response, closesConnection: validated.closesConnection)))
    switch response.body {
    case .pieces(let pieces):
      let slices = validated.wantsResponseBody ? pieces.filter { !$0.isEmpty } : []
      sendPieces(slices[...]) { handler in
        if validated.closesConnection {
          handler.closeOutputThenConnection()
        } else {
          handler.awaitNextRequest()
        }
      }
    case .events(let messages): streamEvents(messages)
    }
  }

  /// Sends a rejection, and closes the connection. Before closing, it discards incoming data for a while,
  /// because closing immediately could discard the response.
  func rejectAndClose(_ response: PageResponse) {
    guard context != nil else { return }
    releaseRejectedBodyMemory()
    phase = .closing
    send(.head(responseHead(response, closesConnection: true)))
    if case .pieces(let pieces) = response.body {
      for piece in pieces { send(.body(.byteBuffer(ByteBuffer(bytes: piece)))) }
    }
    send(.end(nil))
    closeOutputThenConnection()
  }

  /// Sends the pieces in chunks. Each chunk is sent after the previous one is written, so that a large
  /// response is never in memory twice.
  private func sendPieces(
    _ pieces: ArraySlice<[UInt8]>, from start: Int = 0, then: @escaping (HTTPConnectionHandler) -> Void
  ) {
    guard let context else { return }
    guard let piece = pieces.first else {
      cancelTimeout()
      send(.end(nil))
      return then(self)
    }
    setTimeout(after: validator.limits.maxTransferPauseMilliseconds) { $0.close() }
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

  private func closeOutputThenConnection() {
    phase = .closing
    if let context { tracker.recordActivity(of: context.channel, as: .closing) }
    setTimeout(after: validator.limits.rejectionDiscardMilliseconds) { $0.close() }
    context?.close(mode: .output, promise: nil)
    resumeReading()
  }

  /// Sends messages as they arrive, until the stream or the connection ends, or the page stalls.
  ///
  /// - Source: HTML Living Standard, 9.2 Server-sent events.
  private func streamEvents(_ messages: AsyncStream<String>) {
    guard let context else { return }
    let (channel, most) = (
      context.channel, TimeAmount.milliseconds(Int64(validator.limits.maxTransferPauseMilliseconds))
    )
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
    tracker.recordActivity(of: channel, as: .sendingEvents)
    // Make the page reconnect soon after a lost connection.
    send(.body(.byteBuffer(ByteBuffer(string: "retry: 1000\n\n"))))
    scheduleHeartbeat()
    resumeReading()
  }

  /// Sends a comment at regular intervals, to detect that the page was closed.
  private func scheduleHeartbeat() {
    setTimeout(after: validator.limits.heartbeatMilliseconds) { handler in
      guard let context = handler.context else { return }
      if context.channel.isWritable {
        handler.send(.body(.byteBuffer(ByteBuffer(string: ":\n\n"))))
      }
      handler.scheduleHeartbeat()
    }
  }
}
