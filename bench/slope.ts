/** The mean of some numbers; 0 of none. */
export function meanOf(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}

/** How much y grows with x, by least squares; 0 where that cannot be told. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const [x, y] = [meanOf(points.map(([one]) => one)), meanOf(points.map(([, one]) => one))]
  const spread = points.reduce((sum, [one]) => sum + (one - x) ** 2, 0)
  if (spread === 0) return 0
  return points.reduce((sum, [one, other]) => sum + (one - x) * (other - y), 0) / spread
}
