import { allowedOf, isReached, noCap, type Cap } from '../../contract/budget/budget.ts'
import type { Link, LinkId } from '../../contract/links/links.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Agent, AgentState, Limits, State } from '../step/state.ts'
import { isNotStopped, deliverableView } from '../step/stopped.ts'
import type { Step } from '../step/step.ts'

/** Where caps are looked up: a step, or a state. */
export interface Capped {
  readonly limits: Limits
  readonly day: State['day']
  readonly links: State['links']
}

/** A tab's cap, with what was added to it. */
export function tabCap({ caps }: Limits, { cap, raised }: Pick<Agent, 'cap' | 'raised'>): Cap {
  return allowedOf(cap ?? caps.tab ?? noCap, raised)
}

/** Whether a tab has used all that it may. */
export function isTabOver(limits: Limits, agent: Pick<Agent, 'cap' | 'raised' | 'used'>): boolean {
  return isReached(tabCap(limits, agent), agent.used)
}

/** The same of a link; a closed one too, as long as it counts. */
export function isLinkOver(
  { caps }: Limits,
  { cap, raised, used }: Pick<Link, 'cap' | 'raised' | 'used'>,
): boolean {
  return isReached(allowedOf(cap ?? caps.link ?? noCap, raised), used)
}

/** Whether this day has used all that it may. */
export function isDayOver({ limits, day }: Pick<Capped, 'limits' | 'day'>): boolean {
  return day !== null && isReached(allowedOf(limits.caps.day ?? noCap, day.raised), day.used)
}

/** Which cap lets an agent begin nothing but the user's own words; null: none. */
export function capOver(around: Capped, { agent }: Pick<AgentState, 'agent'>): 'day' | 'tab' | null {
  if (isDayOver(around)) return 'day'
  return isTabOver(around.limits, agent) ? 'tab' : null
}

/** Whether a message is the user's word that one turn may begin: they wrote it, or sent it ahead by hand. */
function isUsersWord({ from, now }: Pick<Message, 'from' | 'now'>): boolean {
  return from.kind === 'user' || now
}

/** Which cap keeps a message from beginning or joining a turn; null: none. */
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

/** Whether what nobody wrote may begin at an agent: nothing is stopped, and no cap is reached that pauses it. */
export function mayBegin(step: Step, state: AgentState): boolean {
  return isNotStopped(step) && capOver(step, state) === null
}

/** An agent as delivery sees it: without the mail that waits because everything is stopped, or for a cap. */
export function deliverableWithinCaps(step: Step, state: AgentState): AgentState {
  const seen = deliverableView(state, step.limits)
  const mailbox = seen.mailbox.filter((message) => capBefore(step, state, message) === null)
  return mailbox.length === seen.mailbox.length ? seen : { ...seen, mailbox }
}
