import {
  allowedOf,
  isReached,
  noCap,
  raisedBy,
  noRaise,
  type Cap,
  type Raise,
} from '../contract/budget/budget.ts'
import type { GatheringId } from '../contract/gatherings/gatherings.ts'
import type { LinkId } from '../contract/links/links.ts'
import type { AgentId } from '../contract/api/model.ts'
import { agentGone } from './agents/tabs.ts'
import type { Answer, EventOf } from './step/events.ts'
import { goOnOver } from './gatherings/host-commands.ts'
import { releaseBacklog } from './links/backlog.ts'
import { refuse } from './mail/mailbox.ts'
import type { Step } from './step/step.ts'
import { isDayOver } from './budget/caps.ts'
import { stirAll, today } from './budget/day.ts'
import { isCapped } from './budget/turn-cap.ts'

export type CapOf =
  | { readonly kind: 'tab'; readonly id: AgentId }
  | { readonly kind: 'link'; readonly id: LinkId }
  | { readonly kind: 'gathering'; readonly id: GatheringId }

/** What can be raised; a turn is named by its agent. */
export type RaiseOf = CapOf | { readonly kind: 'turn'; readonly id: AgentId } | { readonly kind: 'day' }

const done: Answer = { kind: 'done' }
const notReached = (what: string): Answer =>
  refuse('wrong_state', `${what} has not reached a limit. Give how much to add, or set another limit.`)

/** Null: the default cap again. Resets what was added before. */
export function setCap(step: Step, { of, cap }: EventOf<'cap.set'>): Answer {
  switch (of.kind) {
    case 'tab':
      if (!step.find(of.id)) return agentGone()
      step.agent(of.id, { cap, raised: noRaise })
      return done
    case 'link': {
      const link = step.links.get(of.id)
      if (link?.closed !== null) return refuse('wrong_state', 'That link is closed. Open it again first.')
      step.link({ ...link, cap, raised: noRaise })
      return stirLink(step, of.id)
    }
    case 'gathering': {
      const g = step.gatherings.get(of.id)
      if (!g || g.stage === 'closed') return refuse('wrong_state', 'That gathering is over.')
      const { usd, tokens } = cap ?? noCap
      step.gathering({
        ...g,
        maxCost: usd,
        maxTokens: tokens,
        caps: { ...g.caps, cost: usd, tokens },
      })
      return done
    }
  }
}

/** Raises a reached cap: by its own value, or by what the user typed. */
export function raiseCap(step: Step, { of, add }: EventOf<'cap.raised'>): Answer {
  switch (of.kind) {
    case 'turn':
      return goOnTurn(step, of.id)
    case 'tab': {
      const state = step.find(of.id)
      if (!state) return agentGone()
      const { cap, raised, used, name } = state.agent
      const more = raise(cap ?? step.limits.caps.tab, raised, used, add)
      if (!more) return notReached(`The tab ${name}`)
      step.agent(of.id, { raised: more })
      if (state.gatheringId !== null) step.dirty.gathering(state.gatheringId)
      return done
    }
    case 'link': {
      const link = step.links.get(of.id)
      if (link?.closed !== null) return refuse('wrong_state', 'That link is closed. Open it again first.')
      const more = raise(link.cap ?? step.limits.caps.link, link.raised, link.used, add)
      if (!more) return notReached('The link')
      step.link({ ...link, raised: more })
      return stirLink(step, of.id)
    }
    case 'gathering': {
      const g = step.gatherings.get(of.id)
      if (!g || g.stage === 'closed') return refuse('wrong_state', 'That gathering is over.')
      const problem = goOnOver(step, g, add)
      return problem === null ? done : refuse('wrong_state', problem)
    }
    case 'day': {
      const day = today(step)
      const more = raise(step.limits.caps.day, day.raised, day.used, add)
      if (!more) return notReached('This day')
      step.keepDay({ ...day, raised: more })
      if (!isDayOver(step)) stirAll(step)
      return done
    }
  }
}

/** Null if no cap is reached and nothing was typed. */
function raise(
  cap: Cap | null,
  raised: Raise,
  used: Parameters<typeof raisedBy>[2],
  add: Partial<Raise>,
): Raise | null {
  if (cap === null) return null
  const isTyped = add.usd !== undefined || add.tokens !== undefined
  if (!isTyped && !isReached(allowedOf(cap, raised), used)) return null
  return raisedBy(cap, raised, used, add)
}

/** Releases what the link held, and lets members act on what had crossed. */
function stirLink(step: Step, id: LinkId): Answer {
  const link = step.links.get(id)
  if (!link) return done
  for (const member of link.members) if (step.find(member)) step.dirty.agent(member)
  return { kind: 'link', link: releaseBacklog(step, link) }
}

/** The turn that its cap broke off resumes as a new one, which may use as much again. */
function goOnTurn(step: Step, id: AgentId): Answer {
  const state = step.find(id)
  if (!state) return agentGone()
  const waiting = state.frames.filter(isCapped)
  if (waiting.length === 0) return refuse('wrong_state', 'None of its turns was stopped at a limit.')
  for (const frame of waiting) step.frame({ ...frame, broke: { why: 'cap', goesOn: true } }, true)
  return { kind: 'agent', agent: id }
}
