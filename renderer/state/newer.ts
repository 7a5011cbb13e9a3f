/** Finds what is new among items with a time, or a number that only grows; the first read finds nothing. */
export class NewerReader {
  #known: ReadonlyMap<string, number> | null = null

  /** Takes all items, and returns those newer than at the last read. */
  read<T extends { readonly key: string; readonly at: number }>(all: readonly T[]): readonly T[] {
    const known = this.#known
    this.#known = new Map(all.map(({ key, at }) => [key, at]))
    return known === null ? [] : all.filter(({ key, at }) => at > (known.get(key) ?? 0))
  }
}
