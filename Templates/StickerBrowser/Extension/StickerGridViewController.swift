import Messages
import TemplateLogic
import UIKit

/// A grid of stickers with your own layout: as many columns as fit, on any device and in any orientation.
///
/// `MSStickerView` adds the behavior of a sticker: a tap puts the sticker into the input field, and touching
/// and holding peels it off.
final class StickerGridViewController: UIViewController, StickerGrid {
  var stickers: [MSSticker] = [] {
    didSet { collection?.reloadData() }
  }

  private let gridSize: GridSize
  private var collection: UICollectionView?
  private let registration = UICollectionView.CellRegistration<StickerCell, MSSticker> { cell, _, sticker in
    cell.sticker = sticker
  }

  init(gridSize: GridSize) {
    self.gridSize = gridSize
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  override func loadView() {
    let collection = UICollectionView(
      frame: .zero, collectionViewLayout: stickerLayout(sidePoints: CGFloat(gridSize.sidePoints)))
    collection.backgroundColor = .packBackground
    collection.dataSource = self
    self.collection = collection
    view = collection
  }
}

extension StickerGridViewController: UICollectionViewDataSource {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    stickers.count
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    collectionView.dequeueConfiguredReusableCell(
      using: registration, for: indexPath, item: stickers[indexPath.item])
  }
}

/// Creates a layout of squares that fill the width, at least as large as the pack's grid size if there is
/// room.
@MainActor private func stickerLayout(sidePoints: CGFloat) -> UICollectionViewLayout {
  UICollectionViewCompositionalLayout { _, environment in
    let columns = max(1, Int(environment.container.effectiveContentSize.width / (sidePoints + 16)))
    let share = NSCollectionLayoutDimension.fractionalWidth(1 / CGFloat(columns))
    let item = NSCollectionLayoutItem(
      layoutSize: NSCollectionLayoutSize(widthDimension: share, heightDimension: .fractionalHeight(1)))
    item.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 8, bottom: 8, trailing: 8)
    let row = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: share)
    return NSCollectionLayoutSection(group: .horizontal(layoutSize: row, subitems: [item]))
  }
}

/// One sticker of the grid.
private final class StickerCell: UICollectionViewCell {
  /// The sticker to show.
  var sticker: MSSticker? {
    didSet {
      stickerView.sticker = sticker
      if sticker != nil, !UIAccessibility.isReduceMotionEnabled { stickerView.startAnimating() }
    }
  }

  private let stickerView = MSStickerView(frame: .zero)

  override init(frame: CGRect) {
    super.init(frame: frame)
    stickerView.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(stickerView)
    NSLayoutConstraint.activate([
      stickerView.topAnchor.constraint(equalTo: contentView.topAnchor),
      stickerView.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      stickerView.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
      stickerView.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
    ])
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  override func prepareForReuse() {
    super.prepareForReuse()
    stickerView.stopAnimating()
    sticker = nil
  }
}
