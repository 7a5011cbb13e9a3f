/** Days since 1970, UTC, from which the day's seeds follow; JANUS_DAY repeats another day's. */
export const day = Number(process.env['JANUS_DAY'])

/** Whether a share of a long suite is due: each once in `days` days, all with JANUS_SWEEP=all. */
export const isTheDays = (share: number, days: number): boolean =>
  process.env['JANUS_SWEEP'] === 'all' || day % days === share % days

/** The first of the day's seeds; JANUS_SEED begins at another. */
export const firstSeed = Number(process.env['JANUS_SEED'] ?? day * 100_000)

export function* seeds(first: number, count: number): Iterable<number> {
  for (let seed = first; seed < first + count; seed++) yield seed
}

/** Seeds for `ms`, but at least `least`, however slow the machine is. */
export function* seedsFor(ms: number, least: number, first = firstSeed): Iterable<number> {
  const end = performance.now() + ms
  for (let seed = first; seed < first + least || performance.now() < end; seed++) yield seed
}
