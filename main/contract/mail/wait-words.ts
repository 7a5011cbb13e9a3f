import { yourTo, type Audience } from '../api/audience.ts'
import type { WaitReason } from './message-reasons.ts'

/** Why a message waits, in words; empty when it is next. */
export function waitWords(wait: WaitReason | null, audience: Audience): string {
  const until = untilWords(wait, audience)
  return until === '' ? plainWords(wait) : `waits ${until}`
}

/** What a message waits for, without the verb: "for the end of the turn"; empty where it is not said so. */
export function untilWords(wait: WaitReason | null, audience: Audience): string {
  switch (wait) {
    case 'gathering':
      return 'until its gathering is over'
    case 'everything':
      return audience === 'person' ? 'until you let everything go on' : 'until the user lets everything go on'
    case 'dayCap':
      return `until ${yourTo(audience)} cap on the day is raised, or the next day begins`
    case 'tabCap':
      return `until ${yourTo(audience)} cap on its tab is raised`
    case 'linkCap':
      return `until ${yourTo(audience)} cap on the link is raised`
    case 'starting':
      return 'until the agent has started'
    case 'writing':
      return audience === 'person' ? 'while you are writing' : 'while the user is writing'
    case 'answer':
      return `for ${yourTo(audience)} answer to it`
    case 'turn':
      return 'for the end of the turn'
    case 'wholeTurn':
      return 'for the end of the turn: this agent takes nothing into one'
    case 'closed':
    case 'absorbed':
    case 'stopped':
    case 'failed':
    case 'wakes':
    case 'boundary':
    case 'tool':
    case null:
      return ''
  }
}

function plainWords(wait: WaitReason | null): string {
  switch (wait) {
    case 'closed':
      return 'the tab is closed'
    case 'absorbed':
      return 'goes along with its next prompt'
    case 'stopped':
      return 'the agent is stopped'
    case 'failed':
      return 'the agent has failed'
    case 'wakes':
      return 'wakes the agent'
    case 'boundary':
      return 'goes in at the next tool boundary'
    case 'tool':
      return 'stops what runs after its tool'
    case 'dayCap':
    case 'tabCap':
    case 'linkCap':
    case 'everything':
    case 'gathering':
    case 'starting':
    case 'writing':
    case 'answer':
    case 'turn':
    case 'wholeTurn':
    case null:
      return ''
  }
}
