import type { CardAnswer, TimelineEntry } from '../../contract/history/timeline-entries.ts'
import { formAnsweredWords } from '../../contract/agents/forms.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { OpenCard, AgentState } from '../step/state.ts'
import type { Row } from '../step/effects.ts'
import { firstLine } from '../words/text.ts'
import { actorOf, janusActor, timelineEntryOf, userActor, type FinishedStep } from './timeline-entry.ts'

export function agentEntries(done: FinishedStep): readonly TimelineEntry[] {
  const { before, after, touched, rows } = done
  const gone = rows.flatMap((row) => (row.table === 'forgotten' ? [row.agent] : []))
  return [
    ...[...touched].flatMap((id) => ofAgent(done, id)),
    ...rows.flatMap((row) => notified(done, row)),
    ...gone.flatMap((id) => deleted(done, before.agents.get(id))),
    ...everything(done, before.limits.stopped !== null, after.limits.stopped !== null),
  ]
}

function ofAgent(done: FinishedStep, id: AgentId): readonly TimelineEntry[] {
  const [was, is] = [done.before.agents.get(id), done.after.agents.get(id)]
  if (!is || was === is) return []
  return [...tab(done, was, is), ...asked(done, was, is), ...answered(done, was, is), ...trust(done, was, is)]
}

function tab(
  done: FinishedStep,
  was: AgentState | undefined,
  { agent }: AgentState,
): readonly TimelineEntry[] {
  const made = (did: 'created' | 'closed' | 'reopened' | 'failed' | 'stopped') =>
    timelineEntryOf(done, {
      id: `${agent.id} ${did} ${done.now}`,
      owner: agent.id,
      from: did === 'failed' ? janusActor : userActor,
      to: [actorOf(agent)],
      text: did === 'created' ? agent.role : '',
      fact: { kind: 'agent', did, reason: agent.reason },
    })
  if (!was) return [made('created')]
  const isClosed = agent.closedAt !== null
  const turned = isClosed !== (was.agent.closedAt !== null)
  const { status } = agent
  return [
    ...(turned ? [made(isClosed ? 'closed' : 'reopened')] : []),
    ...(status !== was.agent.status && (status === 'failed' || status === 'stopped') ? [made(status)] : []),
  ]
}

function deleted(done: FinishedStep, was: AgentState | undefined): readonly TimelineEntry[] {
  if (!was) return []
  const { id } = was.agent
  const fact = { kind: 'agent', did: 'deleted', reason: null } as const
  return [timelineEntryOf(done, { id: `${id} deleted`, from: userActor, to: [actorOf(was.agent)], fact })]
}

function notified(done: FinishedStep, row: Row): readonly TimelineEntry[] {
  if (row.table !== 'entry' || !row.row.isNotice) return []
  const { agent, n, authorName: name, text } = row.row
  const of = {
    id: `${agent} notified ${n}`,
    owner: agent,
    from: actorOf({ id: agent, name }),
    to: [userActor],
  }
  return [timelineEntryOf(done, { ...of, text, row: { agent, n }, fact: { kind: 'agent', did: 'notified' } })]
}

function asked(done: FinishedStep, was: AgentState | undefined, is: AgentState): readonly TimelineEntry[] {
  const known = new Set(was?.cards.map(({ id }) => id))
  return is.cards
    .filter(({ id }) => !known.has(id))
    .map((card) =>
      timelineEntryOf(done, {
        ...of(is, card, 'asked'),
        from: actorOf(is.agent),
        to: [userActor],
        fact: { kind: 'card', asked: card.kind, card: card.id, answer: null },
      }),
    )
}

function answered(done: FinishedStep, was: AgentState | undefined, is: AgentState): readonly TimelineEntry[] {
  const open = new Set(is.cards.map(({ id }) => id))
  return (was?.cards ?? [])
    .filter(({ id }) => !open.has(id))
    .map((card) => {
      const answer = answerTo(done, is.agent.id, card)
      return timelineEntryOf(done, {
        ...of(is, card, 'ended'),
        from: answer.kind === 'withdrawn' ? actorOf(is.agent) : userActor,
        to: answer.kind === 'withdrawn' ? [] : [actorOf(is.agent)],
        fact: { kind: 'card', asked: card.kind, card: card.id, answer },
      })
    })
}

/** The tab's newest row is what the card is about. */
function of({ agent: { id: agent, entryCount } }: AgentState, card: OpenCard, what: string) {
  const row = entryCount > 0 ? { agent, n: entryCount } : null
  return { id: `${card.id} ${what}`, owner: agent, text: askedFor(card), row }
}

function askedFor({ kind, tool, title }: OpenCard): string {
  return kind === 'permission' && tool.title !== '' ? `${tool.name}: ${tool.title}` : title
}

/** If the step sent no answer, the card was withdrawn. */
function answerTo(
  { effects }: FinishedStep,
  agent: AgentId,
  { request, kind, suggestions, form }: OpenCard,
): CardAnswer {
  const sent = effects.find(
    (effect) => effect.do === 'card.decide' && effect.agent === agent && effect.request === request,
  )
  if (sent?.do !== 'card.decide') return { kind: 'withdrawn' }
  const { decision } = sent
  if (decision.kind === 'deny') return { kind: 'denied', words: firstLine(decision.message, 200) }
  const words = form
    ? formAnsweredWords(form)
    : firstLine(Object.values(decision.answers ?? {}).join(', '), 200)
  if (kind === 'question') return { kind: 'answered', words }
  return { kind: 'allowed', lasting: suggestions[decision.suggestion ?? -1]?.label ?? null }
}

function trust(
  done: FinishedStep,
  was: AgentState | undefined,
  { agent, trust: is }: AgentState,
): readonly TimelineEntry[] {
  const before = was?.trust ?? null
  if (before === is) return []
  const common = { owner: agent.id, text: agent.cwd }
  const fact = (answer: CardAnswer | null) => ({ kind: 'card', asked: 'trust', card: null, answer }) as const
  if (is === 'ask') {
    const id = `${agent.id} trust asked ${done.now}`
    return [timelineEntryOf(done, { ...common, id, from: actorOf(agent), to: [userActor], fact: fact(null) })]
  }
  if (before === null || (is !== 'trusted' && is !== 'refused')) return []
  const id = `${agent.id} trust ${is} ${done.now}`
  return [
    timelineEntryOf(done, { ...common, id, from: userActor, to: [actorOf(agent)], fact: fact({ kind: is }) }),
  ]
}

function everything(done: FinishedStep, was: boolean, is: boolean): readonly TimelineEntry[] {
  if (was === is) return []
  const did = is ? 'stoppedAll' : 'wentOn'
  return [timelineEntryOf(done, { id: `${did} ${done.now}`, from: userActor, fact: { kind: 'agent', did } })]
}
