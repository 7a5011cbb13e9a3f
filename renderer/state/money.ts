import { useMirror } from './store.ts'

/** `$0.04`. */
export const dollars = (amount: number): string => `$${amount.toFixed(2)}`

/** Returns a formatter, or null in the demo, where nothing costs anything. */
export const useMoney = (): ((amount: number) => string) | null =>
  useMirror((now) => (now.status?.rehearsal === true ? null : dollars))
