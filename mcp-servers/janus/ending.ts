/** How the command ended, as a shell is told. */
export const exitCodes = { done: 0, refused: 1, usage: 2, away: 3, late: 4 } as const

/** What kind of end it was. */
export type Ending = keyof typeof exitCodes

/** Ends the command; the message is for the person and says what to do. */
export class EndingError extends Error {
  override readonly name = 'EndingError'
  readonly ending: Exclude<Ending, 'done' | 'late'>

  constructor(ending: Exclude<Ending, 'done' | 'late'>, message: string) {
    super(message)
    this.ending = ending
  }
}
