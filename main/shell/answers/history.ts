import type { CardId } from '../../contract/model.ts'
import type { RequestInput } from '../../contract/requests.ts'
import { sealedTurns } from '../gathering-views.ts'
import { findAgent, refused, type RequestParts } from '../lookup.ts'
import type { Answers } from '../requests.ts'

/** A gathering, and which of the drafts for it: one for each kind of words. */
const forGathering = /^gat-[0-9a-z]{10}(:host|:note)?$/

/** What a tab holds: its transcript, its draft, its cards; and the search over everything said. */
export function historyAnswers(parts: RequestParts) {
  const { store } = parts
  return {
    'cards.look': (_, { agent, card }) => {
      const open = findAgent(parts, agent).state.cards.find(({ id }) => id === card)
      if (!open) throw refused('wrong_state', 'That question is not open any more.')
      return { input: open.whole, hash: open.hash }
    },
    'cards.answer': (_, input) => answerCard(parts, input),
    'transcript.page': (_, { agent, before, limit }) => {
      const items = store.entries(findAgent(parts, agent).state.agent.id, before ?? null, limit ?? 200)
      const first = items[0]?.n ?? 1
      return { items, next: first > 1 ? first : null }
    },
    'drafts.keep': (_, { agent, text }) => {
      const isOwn = agent === 'first' || forGathering.test(agent)
      store.keepDraft(isOwn ? agent : findAgent(parts, agent).state.agent.id, text)
      return { kept: true }
    },
    'history.search': (_, input) => search(parts, input),
  } satisfies Partial<Answers>
}

async function answerCard({ engine, ...parts }: RequestParts, input: RequestInput<'cards.answer'>) {
  const { agent, card, decision, message, answers, suggestion, hash } = input
  const { id } = findAgent({ engine, ...parts }, agent).state.agent
  const allow = {
    kind: 'allow' as const,
    ...(answers ? { answers } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
  }
  await engine.command({
    type: 'card.answered',
    agent: id,
    card: card as CardId,
    hash: hash ?? null,
    decision: decision === 'allow' ? allow : { kind: 'deny', message: message ?? '' },
  })
  return { answered: true as const }
}

/** Rows in which all the words occur, best first. */
function search(
  { engine, store }: RequestParts,
  { q, limit = 30, cursor = 0 }: RequestInput<'history.search'>,
) {
  const found = store.search(q, limit + 1, cursor)
  // Words under seal are shown to nobody before they open.
  const sealed = sealedTurns(engine.state)
  const shown = found.slice(0, limit).filter(({ entry }) => entry.turn === null || !sealed.has(entry.turn))
  const items = shown.map(({ entry, parts }) => ({
    agent: entry.agent,
    agentName: engine.state.agents.get(entry.agent)?.agent.name ?? '',
    n: entry.n,
    kind: entry.kind,
    authorName: entry.authorName,
    at: entry.at,
    parts,
  }))
  return { items, next: found.length > limit ? cursor + limit : null }
}
