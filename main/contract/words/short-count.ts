/** `940`, `12.4k`, `1.2M`. */
export function shortCount(count: number): string {
  const steps = [
    [1_000_000, 'M'],
    [1000, 'k'],
  ] as const
  for (const [size, sign] of steps)
    if (count >= size * 0.9995) {
      const value = count / size
      return `${value < 99.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value))}${sign}`
    }
  return String(Math.round(count))
}
