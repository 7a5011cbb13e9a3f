import type { AgentView } from '../../main/contract/views.ts'
import type { StateSign } from './sprite.tsx'

/** How an agent stands, for the eye and in a word. */
export interface ShownState {
  readonly sign: StateSign
  readonly word: string
  /** The colour family of its signs; empty is grey. */
  readonly tone: '' | 'needs' | 'work' | 'fail'
}

const states: Record<AgentView['status'], ShownState> = {
  starting: { sign: 'start', word: 'starting', tone: '' },
  idle: { sign: 'idle', word: 'idle', tone: '' },
  working: { sign: 'work', word: 'working', tone: 'work' },
  asleep: { sign: 'sleep', word: 'asleep', tone: '' },
  stopped: { sign: 'stop', word: 'stopped', tone: '' },
  failed: { sign: 'fail', word: 'failed', tone: 'fail' },
}

/** What needs the person goes before everything else. */
export function stateOf(agent: Pick<AgentView, 'status' | 'needs'>): ShownState {
  return agent.needs === null ? states[agent.status] : { sign: 'needs', word: 'needs you', tone: 'needs' }
}

/** A word at the start of a line. */
export const sentence = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
