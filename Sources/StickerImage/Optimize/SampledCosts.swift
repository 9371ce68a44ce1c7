/// What rows will take under each of some strategies, judged by a sample of them: a light deflate of all rows
/// takes as long as a careful one of a sample.
///
/// Those that come near the best in a light deflate are compared by a careful one.
///
/// - Parameter level: of the light deflate.
/// - Returns: the promising strategies, with bytes; nil where the sample says too little: of what repeats
///   itself over many rows it sees too few.
func sampledCosts(
  _ rows: PNGRows, _ strategies: [FilterStrategy], level: Int
) -> [(strategy: FilterStrategy, cost: Int)]? {
  let sample = rows.sample()
  let every = sample.underEveryFilter()
  let streams = strategies.map { (strategy: $0, bytes: every.stream($0)) }
  let light = streams.map { deflate($0.bytes, level: level)?.count ?? .max }
  guard let least = light.min(), least < 1 << 32, least * 8 > sample.bytes.count else { return nil }
  let near = zip(streams, light).filter { $0.1 * 32 <= least * 33 }
  return near.map { stream, light in
    let count = near.count == 1 ? light : deflate(stream.bytes, level: 10)?.count ?? light
    return (stream.strategy, count * (rows.bytes.count / 1024) / (sample.bytes.count / 1024))
  }
}
