/** How urgent a message can be, from least to most; what else is said of priorities anywhere is made of this table. */
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
   * What becomes of it at an agent in a turn of its own: kept for whatever that is told next, and wakes nobody; waits for
   * the end and is steered in when that takes too long; steered in at the next tool boundary; takes the turn's place.
   */
  readonly whileWorking: 'absorb' | 'patience' | 'steer' | 'interject'
  /** For who chooses one. */
  readonly about: string
}

/** How urgent a message is. */
export type Priority = keyof typeof priorities

// Keys of an object literal are in the order in which they stand.
/** All of them, from least to most. */
export const priorityNames = Object.keys(priorities) as readonly Priority[]

/** Something for each of them. */
export const byPriority = <T>(of: (priority: Priority) => T): Readonly<Record<Priority, T>> =>
  Object.fromEntries(priorityNames.map((name) => [name, of(name)])) as Record<Priority, T>

/** What holds where nothing is said: for the user's own words, and for all others. */
export const usualPriority = { user: 'high', others: 'normal' } as const satisfies Record<string, Priority>

/** Whether it begins a turn, also of an agent that sleeps. What does not can expect no reply. */
export const wakes = (priority: Priority): boolean => priorities[priority].whileWorking !== 'absorb'

/** Whether it takes the place of a running turn. The user is asked first where that would be theirs. */
export const interrupts = (priority: Priority): boolean => priorities[priority].whileWorking === 'interject'

/** How far one stands above the least. */
export const rankOfPriority = (priority: Priority): number => priorityNames.indexOf(priority)

/** The next one up or down; null where there is none. */
export const priorityNextTo = (priority: Priority, to: 'up' | 'down'): Priority | null =>
  priorityNames[rankOfPriority(priority) + (to === 'up' ? 1 : -1)] ?? null
