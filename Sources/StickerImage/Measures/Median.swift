extension [Float] {
  /// The median of a sorted array that isn't empty: the mean of the two middle elements if there are two.
  var medianOfSorted: Float { (self[(count - 1) / 2] + self[count / 2]) / 2 }
}
