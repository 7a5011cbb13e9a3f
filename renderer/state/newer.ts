/** Sees what is new among things that each have a time, or a place that only grows; the first look only learns. */
export class NewerReader {
  #known: ReadonlyMap<string, number> | null = null

  /** Everything that there is by now, each with a key; answers what is newer than what was seen by its key. */
  read<T extends { readonly key: string; readonly at: number }>(all: readonly T[]): readonly T[] {
    const known = this.#known
    this.#known = new Map(all.map(({ key, at }) => [key, at]))
    return known === null ? [] : all.filter(({ key, at }) => at > (known.get(key) ?? 0))
  }
}
