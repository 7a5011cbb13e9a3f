/** ISO 8601 in UTC; from ms. */
export const iso = (ms: number): string => new Date(ms).toISOString()

/** The same of a time that there may be. */
export const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms))

/** `2026-11-25`, in UTC; from ms. */
export const isoDay = (ms: number): string => iso(ms).slice(0, 10)

/** `2026-11-25 08:30 UTC`; from ms. */
export const minuteWords = (ms: number): string => `${iso(ms).slice(0, 16).replace('T', ' ')} UTC`

/** A span of time in words: the largest unit alone. */
export function timeSpanWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} days`
}
