const dayTime = 24 * 60 * 60 * 1000
const days = ['Thursday', 'Friday', 'Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday'] as const

/** `at 14:30`, on another day `on Friday at 14:30`, later than in a week `on 2026-12-04`; `offset`: local time less UTC, ms. */
export function timeWords(at: number, now: number, offset: number): string {
  const local = new Date(at + offset).toISOString()
  const day = Math.floor((at + offset) / dayTime)
  const today = Math.floor((now + offset) / dayTime)
  const clock = `at ${local.slice(11, 16)}`
  if (day === today) return clock
  const name = days[((day % 7) + 7) % 7]
  return day > today && day - today < 7 && name ? `on ${name} ${clock}` : `on ${local.slice(0, 10)}`
}
