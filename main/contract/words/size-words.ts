const units = ['B', 'kB', 'MB', 'GB'] as const

/** `380 B`, `12 kB`, `4.2 MB`: decimal units, as file managers use. */
export function sizeWords(bytes: number): string {
  // A value that would be rounded to 1000 belongs to the next unit.
  const at = units.findIndex((_, n) => n === units.length - 1 || Math.round(bytes / 1000 ** n) < 1000)
  const value = bytes / 1000 ** at
  return `${at < 2 || value >= 9.95 ? Math.round(value) : value.toFixed(1)} ${units[at] ?? ''}`
}
