import { pick } from '../../contract/api/pick.ts'
import type { Settings } from '../../contract/app/settings.ts'
import { usualMailbox, type Limits } from '../../core/step/state.ts'

/** What the user's settings say about delivery, sleep, links and timers. */
export function limitsOf(settings: Settings): Limits {
  const { patience, sleepAfter, stopped, agentsOpen, agentsOpenLimit } = settings
  const { turnCap, tabCap, linkCap, gatheringCap, dayCap } = settings
  return {
    ...pick(settings, ['awake', 'links', 'linkOnSend', 'anchors', 'quiet', 'plainGrants', 'transcripts']),
    patience: patience * 1000,
    sleepAfter: sleepAfter * 1000,
    stopped: stopped === null ? null : Date.parse(stopped),
    tabsByAgents: agentsOpen === 'within' ? agentsOpenLimit : 0,
    mailbox: usualMailbox,
    caps: { turn: turnCap, tab: tabCap, link: linkCap, gathering: gatheringCap, day: dayCap },
  }
}
