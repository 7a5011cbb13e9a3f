import { countsAsWaiting } from '../../../main/contract/mail/mail-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { StateSign } from '../../components/sprite.tsx'

export interface ShownState {
  readonly sign: StateSign
  readonly word: string
  /** Color of the sign; empty is grey. */
  readonly tone: '' | 'needs' | 'work' | 'fail'
}

export type StateSource = Pick<AgentView, 'status' | 'needs'> &
  Partial<Pick<AgentView, 'waitingFor' | 'broken' | 'healthWarning' | 'background' | 'trouble'>>

const states: Record<AgentView['status'], ShownState> = {
  starting: { sign: 'start', word: 'starting', tone: '' },
  idle: { sign: 'idle', word: 'idle', tone: '' },
  working: { sign: 'work', word: 'working', tone: 'work' },
  asleep: { sign: 'sleep', word: 'asleep', tone: '' },
  stopped: { sign: 'stop', word: 'stopped', tone: '' },
  failed: { sign: 'fail', word: 'failed', tone: 'fail' },
}

/** What needs the user comes first, then whom the agent waits for, then a failed turn. */
export function shownStateOf({
  status,
  needs,
  waitingFor,
  broken,
  healthWarning,
  background = [],
  trouble,
}: StateSource): ShownState {
  if (status === 'failed' && trouble === 'trust') return { ...states.stopped, word: 'not started' }
  if (needs !== null) return { sign: 'needs', word: 'needs you', tone: 'needs' }
  if (healthWarning?.is === 'suspended') return { sign: 'wait', word: 'suspended', tone: '' }
  if (waitingFor && status === 'working')
    return { sign: 'wait', word: `waiting for ${waitingFor.name}`, tone: 'work' }
  if (healthWarning) return { sign: 'wait', word: 'not responding', tone: '' }
  if (broken && (status === 'idle' || status === 'asleep'))
    return { sign: 'fail', word: 'turn failed', tone: 'fail' }
  if (status === 'idle' && background.length > 0)
    return { sign: 'work', word: `idle, ${inBackground({ background })}`, tone: 'work' }
  return states[status]
}

type SinceSource = Pick<
  AgentView,
  | 'needs'
  | 'cards'
  | 'pending'
  | 'tabProposals'
  | 'handlers'
  | 'healthWarning'
  | 'waitingFor'
  | 'status'
  | 'since'
>

/** Since when the shown state has lasted, in ms. If it needs the user: since the first request. */
export function shownSince(agent: SinceSource): number {
  const { needs, healthWarning, waitingFor, status, since } = agent
  if (needs === null)
    return healthWarning?.since ?? (status === 'working' ? waitingFor?.since : undefined) ?? since
  const asked = [
    ...agent.cards.map(({ askedAt }) => askedAt),
    ...agent.pending.flatMap(({ card, state, stateAt }) =>
      card !== null || state === 'held' ? [stateAt] : [],
    ),
    ...agent.tabProposals.map(({ at }) => at),
    ...agent.handlers.asks.map(({ at }) => at),
  ]
  return asked.length === 0 ? since : Math.min(...asked)
}

export const inBackground = ({ background }: Pick<AgentView, 'background'>): string =>
  background.length === 1 ? '1 background task' : `${background.length} background tasks`

export const hasProcess = (agent: AgentView): boolean =>
  ['starting', 'idle', 'working'].includes(agent.status)

export const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const waitingMail = ({ pending }: Pick<AgentView, 'pending'>): number =>
  pending.filter(countsAsWaiting).length
