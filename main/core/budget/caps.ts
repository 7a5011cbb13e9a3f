import { allowedOf, isReached, noCap, type Cap } from '../../contract/budget/budget.ts'
import type { Link, LinkId } from '../../contract/links/links.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Agent, AgentState, Limits, State } from '../step/state.ts'
import { isNotStopped, deliverableView } from '../step/stopped.ts'
import type { Step } from '../step/step.ts'

/** A step or a state. */
export interface Capped {
  readonly limits: Limits
  readonly day: State['day']
  readonly links: State['links']
}

export function tabCap({ caps }: Limits, { cap, raised }: Pick<Agent, 'cap' | 'raised'>): Cap {
  return allowedOf(cap ?? caps.tab ?? noCap, raised)
}

export function isTabOver(limits: Limits, agent: Pick<Agent, 'cap' | 'raised' | 'used'>): boolean {
  return isReached(tabCap(limits, agent), agent.used)
}

/** Also for closed links that still count. */
export function isLinkOver(
  { caps }: Limits,
  { cap, raised, used }: Pick<Link, 'cap' | 'raised' | 'used'>,
): boolean {
  return isReached(allowedOf(cap ?? caps.link ?? noCap, raised), used)
}

export function isDayOver({ limits, day }: Pick<Capped, 'limits' | 'day'>): boolean {
  return day !== null && isReached(allowedOf(limits.caps.day ?? noCap, day.raised), day.used)
}

/** The reached cap that keeps an agent from starting anything but the user's messages, or null. */
export function capOver(around: Capped, { agent }: Pick<AgentState, 'agent'>): 'day' | 'tab' | null {
  if (isDayOver(around)) return 'day'
  return isTabOver(around.limits, agent) ? 'tab' : null
}

/** Whether the user wrote it or delivered it by hand, so that caps don't apply. */
function isUsersWord({ from, now }: Pick<Message, 'from' | 'now'>): boolean {
  return from.kind === 'user' || now
}

/** The cap that keeps a message from starting or joining a turn, or null. */
export function capBefore(
  around: Capped,
  state: AgentState,
  message: Message,
): 'day' | 'tab' | 'link' | null {
  if (isUsersWord(message)) return null
  const over = capOver(around, state)
  if (over !== null) return over
  return wakesOver(around, message.crossed?.link) ? 'link' : null
}

function wakesOver({ limits, links }: Capped, id: LinkId | undefined): boolean {
  const link = id === undefined ? undefined : links.get(id)
  return link !== undefined && isLinkOver(limits, link)
}

/** Whether something that nobody wrote may start: nothing is stopped, and no cap is reached. */
export function mayBegin(step: Step, state: AgentState): boolean {
  return isNotStopped(step) && capOver(step, state) === null
}

/** An agent as delivery sees it: without mail that *Stop all* or a cap holds back. */
export function deliverableWithinCaps(step: Step, state: AgentState): AgentState {
  const seen = deliverableView(state, step.limits)
  const mailbox = seen.mailbox.filter((message) => capBefore(step, state, message) === null)
  return mailbox.length === seen.mailbox.length ? seen : { ...seen, mailbox }
}
