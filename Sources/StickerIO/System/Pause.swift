/// Waits, and lets others work meanwhile; ends at once where the task around it is canceled.
package func pause(milliseconds: Int) async { try? await Task.sleep(for: .milliseconds(milliseconds)) }
