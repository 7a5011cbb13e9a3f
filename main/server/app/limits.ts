import type { Settings } from '../../contract/app/settings.ts'
import { usualMailbox, type Limits } from '../../core/step/state.ts'

/** What the person's settings say about delivery, sleep, links and timers. */
export function limitsOf(settings: Settings): Limits {
  const {
    patience,
    awake,
    sleepAfter,
    links,
    linkOnSend,
    anchors,
    quiet,
    stopped,
    plainGrants,
    transcripts,
    agentsOpen,
    agentsOpenLimit,
  } = settings
  const { turnCap, tabCap, linkCap, gatheringCap, dayCap } = settings
  return {
    patience: patience * 1000,
    awake,
    sleepAfter: sleepAfter * 1000,
    links,
    linkOnSend,
    anchors,
    quiet,
    stopped: stopped === null ? null : Date.parse(stopped),
    plainGrants,
    transcripts,
    tabsByAgents: agentsOpen === 'within' ? agentsOpenLimit : 0,
    mailbox: usualMailbox,
    caps: { turn: turnCap, tab: tabCap, link: linkCap, gathering: gatheringCap, day: dayCap },
  }
}
