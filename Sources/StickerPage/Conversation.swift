import NIOCore
import NIOHTTP1
import StickerModel

/// One connection: each request is checked, then read, then answered, and only then the next one is looked
/// at. While its body waits for room, or its answer is made, nothing is read from the connection.
final class Conversation: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  enum Phase {
    /// It waits for the head of a request.
    case waiting
    /// It waits for room in memory for the body.
    case queued(Upload)
    case reading(Upload)
    case answering
    /// Events are sent; whatever is received is thrown away.
    case streaming(Task<Void, Never>)
    /// Nothing is answered any more; whatever is received is thrown away.
    case leaving
  }

  /// A request and what has come of its body.
  struct Upload {
    let admitted: Gatekeeper.Admitted
    var body: [UInt8] = []
    /// Bytes to give back to the gate.
    var held = 0
  }

  let keeper: Gatekeeper
  let attendance: Attendance
  private let room: MemoryGate
  var phase = Phase.waiting
  /// The context of the channel; nil once the connection is gone.
  private(set) var context: ChannelHandlerContext?
  /// What was received together with an earlier request.
  private var backlog = CircularBuffer<HTTPServerRequestPart>()
  private var fault: HTTPParserError?
  private var wantsToRead = false
  private var alarm: Scheduled<Void>?
  private var bodyAlarm: Scheduled<Void>?

  init(_ keeper: Gatekeeper, _ attendance: Attendance, _ room: MemoryGate) {
    (self.keeper, self.attendance, self.room) = (keeper, attendance, room)
  }

  func channelActive(context: ChannelHandlerContext) {
    self.context = context
    if attendance.connect(context.channel, atMost: keeper.limits.connections) {
      setAlarm(after: keeper.limits.firstHeadMilliseconds) { $0.close() }
    } else {
      refuse(Refusal(503, "there are too many connections: close some pages"))
    }
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    alarm?.cancel()
    bodyAlarm?.cancel()
    attendance.disconnect(context.channel)
    switch phase {
    case .reading(let upload): giveBack(upload.held)
    case .streaming(let task): task.cancel()
    case .waiting, .queued, .answering, .leaving: break
    }
    (phase, backlog) = (.leaving, CircularBuffer())
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    backlog.append(unwrapInboundIn(data))
    readBacklog()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return close() }
    fault = error
    readBacklog()
  }

  func read(context: ChannelHandlerContext) {
    switch phase {
    case .queued, .answering: wantsToRead = true
    case .waiting, .reading, .streaming, .leaving: context.read()
    }
  }

  private func readBacklog() {
    while true {
      switch phase {
      case .queued, .answering: return
      case .streaming, .leaving:
        backlog.removeAll()
        return
      case .waiting, .reading: break
      }
      guard let part = backlog.popFirst() else { break }
      take(part)
    }
    if let fault {
      let isLong = fault == .headerOverflow
      refuse(
        isLong
          ? Refusal(431, "the head of the request is too long")
          : Refusal(400, "this is no request that is understood here"))
    }
  }

  private func take(_ part: HTTPServerRequestPart) {
    switch (part, phase) {
    case (.head(let head), .waiting): begin(head)
    case (.body(let piece), .reading(var upload)):
      phase = .waiting  // so that the body is not copied
      upload.body.append(contentsOf: piece.readableBytesView)
      phase = .reading(upload)
      setAlarm(after: keeper.limits.stallMilliseconds) { $0.refuseSlowness() }
    case (.end, .reading(let upload)): ask(upload)
    default: close()
    }
  }

  private func begin(_ head: HTTPRequestHead) {
    alarm?.cancel()
    do throws(Refusal) {
      let admitted = try keeper.admit(head)
      attendance.touch()
      if let context { attendance.note(context.channel, .request) }
      let upload = Upload(admitted: admitted)
      switch admitted.bodyLength {
      case 0: phase = .reading(upload)
      case ...keeper.limits.smallBodyBytes: read(upload)
      default: makeRoom(for: upload)
      }
    } catch { refuse(error) }
  }

  /// Waits until the body fits beside those of other connections, then reads on.
  private func makeRoom(for upload: Upload) {
    guard let context else { return }
    phase = .queued(upload)
    let (room, bytes) = (room, upload.admitted.bodyLength)
    context.eventLoop.makeFutureWithTask { await room.enter(bytes) }.assumeIsolated().whenSuccess { held in
      guard case .queued(var upload) = self.phase else { return self.giveBack(held) }
      upload.held = held
      self.read(upload)
      self.readOn()
    }
  }

  private func read(_ upload: Upload) {
    guard let context else { return }
    var upload = upload
    upload.body.reserveCapacity(upload.admitted.bodyLength)
    phase = .reading(upload)
    if upload.admitted.expectsContinue {
      let head = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }
    setAlarm(after: keeper.limits.stallMilliseconds) { $0.refuseSlowness() }
    let most = TimeAmount.milliseconds(Int64(keeper.limits.bodyMilliseconds))
    bodyAlarm = context.eventLoop.assumeIsolated().scheduleTask(in: most) { self.refuseSlowness() }
  }

  private func refuseSlowness() {
    refuse(Refusal(toPage: 408, "the file did not come to its end in time: send it again"))
  }

  private func ask(_ upload: Upload) {
    guard let context else { return }
    alarm?.cancel()
    bodyAlarm?.cancel()
    phase = .answering
    let (admitted, held) = (upload.admitted, upload.held)
    let answer = admitted.route.answer
    let request = PageRequest(
      number: admitted.number, query: admitted.query, body: upload.body, condition: admitted.condition)
    context.eventLoop.makeFutureWithTask { await answer(request) }.assumeIsolated().whenSuccess { response in
      self.giveBack(held)
      self.answer(response, admitted)
    }
  }

  private func giveBack(_ held: Int) {
    let room = room
    if held > 0 { Task { await room.leave(held) } }
  }

  /// Takes the next request after an answer; it may be here already.
  func goOn() {
    phase = .waiting
    if let context { attendance.note(context.channel, .idle) }
    setAlarm(after: keeper.limits.nextHeadMilliseconds) { $0.close() }
    readOn()
  }

  /// Goes back to reading, where something was held back.
  func readOn() {
    readBacklog()
    switch phase {
    case .queued, .answering: return
    case .waiting, .reading, .streaming, .leaving: break
    }
    guard wantsToRead else { return }
    wantsToRead = false
    context?.read()
  }

  /// Does something after a time, unless it is called off: one thing at a time is waited for.
  func setAlarm(after milliseconds: Int, _ action: @escaping (Conversation) -> Void) {
    alarm?.cancel()
    let time = TimeAmount.milliseconds(Int64(milliseconds))
    alarm = context?.eventLoop.assumeIsolated().scheduleTask(in: time) { action(self) }
  }

  func endAlarm() { alarm?.cancel() }

  /// Gives back what a body held; for one that is refused half-way.
  func dropUpload() {
    bodyAlarm?.cancel()
    if case .reading(let upload) = phase { giveBack(upload.held) }
  }

  func close() { context?.close(promise: nil) }
}
