import Foundation
import Testing

/// Runs the executable while another process changes the files that it reads.
@Suite struct ChangingFolderTests {
  @Test("`lint` exits with 0 or 1 while files shrink, grow, move or vanish")
  func restless() throws {
    let folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "art/still.png")
    try folder.write(Art.disc(618, 618), to: "one")
    try folder.write(Art.moving(), to: "other")
    for number in 0..<40 { try folder.write(Art.disc(), to: "art/\(number).png") }
    let outcome = try Program.shell(changeFilesCommand, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors.suffix(500))")
    // Each run exits with or without findings. A status of 142 would mean that a run was killed.
    #expect(outcome.lines.count == runs)
    #expect(
      outcome.lines.allSatisfy { $0 == "0" || $0 == "1" }, "\(outcome.text) \(outcome.errors.suffix(500))")
  }
}

private let runs = 20

/// Changes the files until the last run ends. After a minute, the system kills a run that hangs.
private let changeFilesCommand = """
  : > go
  (
    while [ -e go ]; do
      for number in 1 8 15 22 29 36; do
        file=art/$number.png
        cp one $file; : > $file; cat other >> $file; cat one >> $file
        cp other art/new && mv art/new $file
        rm -f $file; ln -s $number.png $file; rm -f $file; mkfifo $file; rm -f $file
        mkdir $file; rmdir $file; ln -s ../one $file; rm -f $file; cp one $file
      done
    done
  ) 2>/dev/null &
  change=$!
  for run in $(seq \(runs)); do
    \(Program.boundedCommand) art --format concise >found.txt
    echo $?
  done
  rm go; wait $change
  """
