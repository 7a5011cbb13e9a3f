/** The day whose seeds are tried, in days since 1970, UTC: today, or JANUS_DAY to try another day's again. */
export const day = Number(process.env['JANUS_DAY'])

/** The first of the day's seeds, from which random tests go on upwards; JANUS_SEED to begin at another. */
export const firstSeed = Number(process.env['JANUS_SEED'] ?? day * 100_000)

/** Seeds from `first` on, so many. */
export function* seeds(first: number, count: number): Iterable<number> {
  for (let seed = first; seed < first + count; seed++) yield seed
}

/** Seeds from `first` on for so many ms; at least so many, however slow the machine is. */
export function* seedsFor(ms: number, least: number, first = firstSeed): Iterable<number> {
  const end = performance.now() + ms
  for (let seed = first; seed < first + least || performance.now() < end; seed++) yield seed
}
