/** What the engine gives to every event: the time, and 32 hexadecimal digits of randomness. */
export interface Stamp {
  readonly now: number
  readonly seed: string
  /** The person's local time less UTC, in ms; without it 0. */
  readonly offset?: number
}
