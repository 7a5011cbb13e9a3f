export interface ModelOffer {
  /** Passed to the process; empty for the program's own choice. */
  readonly value: string
  readonly name: string
  readonly about: string
  /** Effort levels, lowest first; absent: those of its program. */
  readonly efforts?: readonly string[]
}
