const names = ['Scout', 'Builder', 'Critic', 'Schema', 'Scribe', 'Keeper', 'Tester', 'Guide']

/** A name that no tab has yet. */
export function suggestName(taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  const numbered = (at: number): string => {
    const name = `${names[at % names.length] ?? 'Agent'}${at < names.length ? '' : ` ${Math.floor(at / names.length) + 1}`}`
    return used.has(name.toLowerCase()) ? numbered(at + 1) : name
  }
  return numbered(0)
}
