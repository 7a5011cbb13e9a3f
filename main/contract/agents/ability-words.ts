import type { Abilities } from './abilities.ts'
import { kindFacts, type AgentKind } from './kinds.ts'

interface AbilityRow {
  /** Heading of its column in `docs/agents.md`. */
  readonly title: string
  readonly cell: (abilities: Abilities) => string
  /** One sentence for the user on what is missing, or null. */
  readonly lack: (abilities: Abilities) => string | null
}

const yes = (has: boolean): string => (has ? 'yes' : 'no')

const either = (of: Flag, title: string, lack: string): AbilityRow => ({
  title,
  cell: (abilities) => yes(abilities[of]),
  lack: (abilities) => (abilities[of] ? null : lack),
})

type Flag = { [K in keyof Abilities]: Abilities[K] extends boolean ? K : never }[keyof Abilities]

/** In the order in which they matter to a user. */
export const abilityRows: Readonly<Record<keyof Abilities, AbilityRow>> = {
  resumes: either('resumes', 'resumes after a stop', 'Its conversation cannot be resumed after a stop.'),
  steers: either(
    'steers',
    'reads while it works',
    'Reads messages that arrive while it works only after the turn.',
  ),
  keepsStopped: either(
    'keepsStopped',
    'keeps a stopped prompt',
    'Forgets the prompt of a turn that is stopped: Janus sends it again where it can.',
  ),
  denial: {
    title: 'gets a denial',
    cell: ({ denial }) => ({ words: 'with words', plain: 'without words', ends: 'its turn ends' })[denial],
    lack: ({ denial }) =>
      ({
        words: null,
        plain: 'When you deny something, it does not get what you wrote.',
        ends: 'A denial ends its turn.',
      })[denial],
  },
  images: either('images', 'reads images', 'Reads no images: it gets their paths.'),
  permissions: either(
    'permissions',
    'keeps what you always allow',
    'What you always allow holds until its process ends.',
  ),
  addsFolders: either(
    'addsFolders',
    'works in more folders',
    'Works in its own folder only: no others can be added.',
  ),
  copies: either('copies', 'can be copied', 'Copies are not possible.'),
  cost: {
    title: 'reports its usage',
    cell: ({ cost }) => ({ usd: 'tokens and USD', tokens: 'tokens', none: 'no' })[cost],
    lack: ({ cost }) =>
      ({ usd: null, tokens: 'Reports tokens, no price.', none: 'Reports neither tokens nor price.' })[cost],
  },
  countsAll: {
    title: 'counts each call of a turn',
    cell: ({ cost, countsAll }) => yes(cost !== 'none' && countsAll),
    // Without reported usage there is nothing to count.
    lack: ({ cost, countsAll }) =>
      cost === 'none' || countsAll
        ? null
        : 'Reports only the tokens of a turn’s last call: the count is a minimum.',
  },
  tellsContext: either(
    'tellsContext',
    'reports how full its context is',
    'Does not report how full its context is.',
  ),
  compacts: either('compacts', 'reports compaction', 'Does not report when its conversation is compacted.'),
  notes: either(
    'notes',
    'takes messages without a turn',
    'What others mention in passing reaches it with its next prompt.',
  ),
  receipts: {
    title: 'a prompt after a death',
    cell: ({ receipts }) =>
      ({ id: 'found by its id', journal: 'by Janus’s journal', none: 'not found' })[receipts],
    lack: ({ receipts }) =>
      receipts === 'none' ? 'After its process has died, it is unknown what it had read.' : null,
  },
  efforts: {
    title: 'how hard it thinks',
    cell: ({ efforts }) => (efforts.length === 0 ? 'its own choice' : efforts.join(', ')),
    lack: ({ efforts }) => (efforts.length > 0 ? null : 'How hard it thinks cannot be chosen here.'),
  },
  switchesTo: {
    title: 'modes it switches to while it runs',
    cell: ({ switchesTo }) => (switchesTo.length === 0 ? 'none' : switchesTo.join(', ')),
    // The core restarts it, which a user notices only if the conversation is lost.
    lack: ({ switchesTo, resumes }) =>
      switchesTo.length > 0 || resumes ? null : 'Another permission mode starts a new conversation.',
  },
  forks: {
    title: 'can be forked from a turn',
    cell: ({ forks }) => yes(forks),
    // An agent that cannot be copied already says so.
    lack: ({ forks, copies }) =>
      forks || !copies ? null : 'This agent can only be duplicated whole, not forked from a turn.',
  },
  resumesHistory: {
    title: 'resumes earlier conversations',
    cell: ({ resumesHistory }) =>
      ({ copy: 'in a copy', original: 'in the original', no: 'no' })[resumesHistory],
    lack: ({ resumesHistory }) =>
      ({
        copy: null,
        original: 'Resumes an earlier conversation itself: it cannot be copied.',
        no: 'Conversations from before Janus cannot be resumed.',
      })[resumesHistory],
  },
  undoes: either(
    'undoes',
    'reverts file changes',
    'Cannot restore files to before a turn; revert single files in Changes.',
  ),
  stopsTasks: either(
    'stopsTasks',
    'shows and stops what runs in the background',
    'What it runs in the background has no name here and cannot be stopped by itself.',
  ),
}

export function lacks(kind: AgentKind, abilities: Abilities): readonly string[] {
  const own = Object.values(abilityRows).flatMap(({ lack }) => lack(abilities) ?? [])
  const isOpen = !kindFacts[kind].closesFolder
  return [
    ...(isOpen
      ? [
          `${kind === 'other' ? 'The agent' : kindFacts[kind].name} uses a folder’s settings and hooks at once: if there are any, you are asked before it starts.`,
        ]
      : []),
    ...own,
  ]
}

export function lacksAmong(abilities: Abilities, of: readonly (keyof Abilities)[]): readonly string[] {
  return of.flatMap((one) => abilityRows[one].lack(abilities) ?? [])
}

/** Returns null when it can be forked. */
export function unforkable(abilities: Abilities): string | null {
  return abilityRows.copies.lack(abilities) ?? abilityRows.forks.lack(abilities)
}

/** Returns null when it can be copied. */
export function uncopyable(abilities: Abilities): string | null {
  return abilityRows.copies.lack(abilities)
}
