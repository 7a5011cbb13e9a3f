export const iso = (ms: number): string => new Date(ms).toISOString()

export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))

/** `2026-11-25`, in UTC. */
export const isoDay = (ms: number): string => iso(ms).slice(0, 10)

/** `2026-11-25 08:30 UTC`. */
export const minuteWords = (ms: number): string => `${iso(ms).slice(0, 16).replace('T', ' ')} UTC`

/** In its largest unit: `40 s`, `3 h`. */
export function timeSpanWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} days`
}
