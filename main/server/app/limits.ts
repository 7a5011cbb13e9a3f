import { pick } from '../../contract/api/pick.ts'
import type { Settings } from '../../contract/app/settings.ts'
import { usualMailbox, type Limits } from '../../core/step/state.ts'

/** While memory is short, idle agents sleep at the latest after this many milliseconds. */
const sleepWhenShort = 10_000

/** `isShort`: memory is short. */
export function limitsOf(settings: Settings, isShort: boolean): Limits {
  const { patience, sleepAfter, taskSilence, stopped, agentsOpen, agentsOpenLimit } = settings
  const { turnCap, tabCap, linkCap, gatheringCap, dayCap } = settings
  return {
    ...pick(settings, ['awake', 'links', 'linkOnSend', 'anchors', 'quiet', 'plainGrants', 'transcripts']),
    patience: patience * 1000,
    sleepAfter: Math.min(sleepAfter * 1000, isShort ? sleepWhenShort : Infinity),
    taskSilence: taskSilence * 60_000,
    stopped: stopped === null ? null : Date.parse(stopped),
    tabsByAgents: agentsOpen === 'within' ? agentsOpenLimit : 0,
    mailbox: usualMailbox,
    caps: { turn: turnCap, tab: tabCap, link: linkCap, gathering: gatheringCap, day: dayCap },
  }
}
