/** From least to most urgent. Everything else about priorities derives from this table. */
export const priorities = {
  low: { whileWorking: 'absorb', about: 'starts no turn; read with its next prompt' },
  normal: { whileWorking: 'patience', about: 'read when its turn ends' },
  high: { whileWorking: 'steer', about: 'read during its turn, after the running tool' },
  urgent: {
    whileWorking: 'interject',
    about: 'stops its turn; only if going on would do harm or be wasted',
  },
} as const satisfies Record<string, PriorityRow>

interface PriorityRow {
  /**
   * At an agent in its own turn: added to the next prompt, without starting a turn; queued until the turn
   * ends, and steered in if that takes too long; steered in at the next tool call; or interrupts the turn.
   */
  readonly whileWorking: 'absorb' | 'patience' | 'steer' | 'interject'
  /** For choosing one. */
  readonly about: string
}

export type Priority = keyof typeof priorities

/** From least to most urgent; object keys keep their order. */
export const priorityNames = Object.keys(priorities) as readonly Priority[]

export const byPriority = <T>(of: (priority: Priority) => T): Readonly<Record<Priority, T>> =>
  Object.fromEntries(priorityNames.map((name) => [name, of(name)])) as Record<Priority, T>

/** Defaults for the user's own messages, and for all others. */
export const usualPriority = { user: 'high', others: 'normal' } as const satisfies Record<string, Priority>

/** Starts a turn, even of a sleeping agent. Others cannot expect a reply. */
export const wakes = (priority: Priority): boolean => priorities[priority].whileWorking !== 'absorb'

/** Interrupts a running turn; if that is the user's, they are asked first. */
export const interrupts = (priority: Priority): boolean => priorities[priority].whileWorking === 'interject'

export const rankOfPriority = (priority: Priority): number => priorityNames.indexOf(priority)

export const priorityNextTo = (priority: Priority, to: 'up' | 'down'): Priority | null =>
  priorityNames[rankOfPriority(priority) + (to === 'up' ? 1 : -1)] ?? null
