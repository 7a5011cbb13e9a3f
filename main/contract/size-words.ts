/** `380 B`, `12 KiB`, `4.2 MiB`: how long a file is. */
export function sizeWords(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB']
  const at = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  const value = bytes / 1024 ** at
  return `${at === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[at] ?? ''}`
}
