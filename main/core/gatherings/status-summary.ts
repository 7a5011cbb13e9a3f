import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { openLinksOf } from '../links/queries.ts'
import { quotable } from '../words/prompts.ts'
import type { AgentState } from '../step/state.ts'
import { needsOf } from '../step/status.ts'
import type { Step } from '../step/step.ts'
import { shorten } from '../words/text.ts'
import { called, holderOf, userSeat, leftOf, membersOf } from './seats.ts'

/** Characters of a status summary, and of its part about the world outside. */
export const statusSummaryLength = 600
export const outsideLength = 280
/** Names in one sentence. */
const mostNamed = 4

export function statusSummary(step: Step, g: Gathering): string {
  const { piece } = g
  const round = g.index.filter(
    ({ phase, round: n, earlier }) => !earlier && phase === g.phase && n === g.round,
  )
  const spoken = round.map(({ name, number, kind, first, sealed }) => {
    const manner =
      first !== '' ? (sealed ? ', under seal' : '') : kind === 'silent' ? ', in silence' : ', passed'
    return `${quotable(name)} (${number}${manner})`
  })
  const left = leftOf(g).filter(({ number }) => number !== piece?.number)
  const skipped = g.seats.filter(
    (seat) => !left.includes(seat) && g.skippedSeats.some(({ number }) => number === seat.number),
  )
  const user = userSeat(g)
  const parts = [
    g.user?.hand && user ? `${called(user)} raises a hand.` : '',
    left.length > 0 ? `Still to speak: ${left.map(called).join(', ')}.` : 'You are the last in this round.',
    outsideText(step, g),
    spoken.length > 0 ? `Has spoken: ${[...new Set(spoken)].join(', ')}.` : '',
    skipped.length > 0 ? `Skipped: ${skipped.map(called).join(', ')}.` : '',
  ]
  return shorten(parts.filter((part) => part !== '').join(' '), statusSummaryLength)
}

/**
 * What happens outside the gathering: waiting mail, paused links, who waits for whom, where the user is
 * needed. Only names and counts; may be empty.
 */
export function outsideText(step: Step, g: Gathering): string {
  const holder = holderOf(step, g)
  if (!holder) return ''
  const members = membersOf(g).flatMap(({ agent }) => step.find(agent) ?? [])
  const mail = holder.mailbox.filter((one) => one.state === 'queued' && one.spoken === null).length
  const parts = [
    mail > 0 ? `${mail === 1 ? '1 message waits' : `${mail} messages wait`} for you until the close.` : '',
    said('Waiting for an answer', waits(step, members)),
    said('Links paused until the close', links(step, members)),
    said(
      'Your user is needed at',
      step
        .agents()
        .filter(isNeeding)
        .map((one) => () => nameOf(one)),
    ),
  ]
  return shorten(parts.filter((part) => part !== '').join(' '), outsideLength)
}

const isNeeding = (state: AgentState): boolean => needsOf(state) !== null

const nameOf = ({ agent }: AgentState): string => quotable(agent.name)

/** Formats only the items that are shown. */
function said(what: string, items: readonly (() => string)[]): string {
  if (items.length === 0) return ''
  const more = items.length - mostNamed
  const named = items.slice(0, mostNamed).map((name) => name())
  return `${what}: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`
}

/** Open questions to or from members, as "ops for scout". */
function waits(step: Step, members: readonly AgentState[]): readonly (() => string)[] {
  const sits = new Set(members.map(({ agent }) => agent.id))
  const pairs = new Map<string, () => string>()
  for (const state of step.agents())
    for (const { from, expectsReply } of state.mailbox) {
      if (!expectsReply || from.kind !== 'agent') continue
      if (!sits.has(from.id) && !sits.has(state.agent.id)) continue
      const asker = step.find(from.id)
      const pair = `${from.id} ${state.agent.id}`
      if (asker && !pairs.has(pair)) pairs.set(pair, () => `${nameOf(asker)} for ${nameOf(state)}`)
    }
  return [...pairs.values()]
}

function links(step: Step, members: readonly AgentState[]): readonly (() => string)[] {
  const found = new Set(members.flatMap(({ agent }) => openLinksOf(step.links, agent.id)))
  return [...found].map((link) => () => linkName(step, link.members))
}

function linkName(step: Step, members: readonly AgentId[]): string {
  const states = members.flatMap((id) => step.find(id) ?? [])
  const more = states.length - 3
  const names = states.slice(0, 3).map(nameOf)
  return `${names.join('\u2013')}${more > 0 ? ` and ${more} more` : ''}`
}
