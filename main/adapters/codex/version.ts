/** Oldest Codex that Janus works with: the one that every fact about it was measured on. */
export const oldest = '0.166.0'

/** Negative when `a` is older than `b`; both are three numbers with dots. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}
