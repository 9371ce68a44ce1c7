/// What only Messages asks for, switched off: lines for `rules` of every other messenger's profile.
let withoutApple = """
    grid-size: off
    whole-points: off
    not-square: off
    scale-suffix: off
    mixed-sizes: off
    discouraged-format: off
    animation-format: off
    clamped-delay: off
    animation-weight: off
    finite-loop: off
    missing-icon: off
    missing-description: off
    missing-localization: off
    excess-margin: off
    enlarged-art: off
    uneven-scale: off
    off-center: off
  """
