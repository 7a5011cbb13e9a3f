/** The first version that stands in some words, `1.2.3`; null: none. */
export const versionIn = (words: string): string | null => /\b\d+\.\d+\.\d+/.exec(words)?.[0] ?? null

/** Below 0: the first is older. Both are three numbers with dots. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number))
  const at = (left ?? []).findIndex((part, index) => part !== right?.[index])
  return at < 0 ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0)
}
