import { findPeer } from '../fleet/peers.ts'
import { subagentLog } from '../../contract/agents/subagents.ts'
import type { AgentId, CardId } from '../../contract/api/model.ts'
import type { LogRow } from '../../contract/api/log.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import type { Page } from '../../contract/api/views.ts'
import { agentIdOf, findAgent, findReadable, refused, type RequestContext } from '../api/request-context.ts'
import { crossingsOf, entriesOf, threadOf, utterancesOf } from './log-pages.ts'
import type { Handlers } from '../api/requests.ts'
import { findGathering } from '../gatherings/find-gathering.ts'
import { findLink } from '../links/links-requests.ts'
import { logChunk, logChunks } from './log-export/log-export.ts'
import { open, rename, rm } from 'node:fs/promises'
import type { SavedFile } from '../../contract/api/log-export.ts'
import type { Host } from '../app/host.ts'

/** A link, or a gathering with one of its drafts: text to all, text as host, or the note. */
const forMany = /^(?:lnk-[0-9a-z]{10}|gat-[0-9a-z]{10}(?::host|:note)?)$/

const usualPage = 50

export function historyHandlers(parts: RequestContext) {
  const { store } = parts
  return {
    'cards.look': (_, { agent, card }) => {
      const open = findAgent(parts, agent).state.cards.find(({ id }) => id === card)
      if (!open) throw refused('wrong_state', 'That question is not open any more.')
      return { ...open.whole, hash: open.hash }
    },
    'cards.answer': (_, input) => answerCard(parts, input),
    'log.page': (caller, input) => logPage(parts, caller, input),
    'drafts.keep': (_, { agent, text, attachments = [] }) => {
      const isOwn = agent === 'first' || forMany.test(agent)
      const of = isOwn ? agent : (findPeer(parts, agent) ?? agentIdOf(parts, agent))
      store.keepDraft(of, { text, attachments })
      return { kept: true }
    },
    'log.export': (caller, { cursor = 0, ...exported }) => logChunk(parts, caller, exported, cursor),
    'log.save': (caller, exported) => {
      const { name } = logChunk(parts, caller, exported, 0)
      return saveFile(parts.host, name, logChunks(parts, caller, exported))
    },
    'files.save': (_, { name, text }) => saveFile(parts.host, name, [text]),
  } satisfies Partial<Handlers>
}

async function answerCard({ engine, ...parts }: RequestContext, input: RequestInput<'cards.answer'>) {
  const { agent, card, decision, message = '', answers, suggestion, values, hash } = input
  const { id } = findAgent({ engine, ...parts }, agent).state.agent
  const allow = {
    kind: 'allow' as const,
    ...(answers ? { answers } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(values ? { values } : {}),
  }
  const deny = {
    kind: 'deny' as const,
    message,
    ...(decision === 'cancel' ? { isCancelled: true as const } : {}),
  }
  await engine.command({
    type: 'card.answered',
    agent: id,
    card: card as CardId,
    hash: hash ?? null,
    decision: decision === 'allow' ? allow : deny,
    fromName: parts.status().user,
  })
  return { answered: true as const }
}

/** Log of an agent or one of its subagents; the agent must exist. */
function agentLog(parts: RequestContext, id: string): AgentId {
  const [ref = '', ...call] = id.split('/')
  const agent = agentIdOf(parts, ref)
  return call.length === 0 ? agent : subagentLog(agent, call.join('/'))
}

function logPage(
  parts: RequestContext,
  caller: Caller,
  { channel: { kind, id }, before, limit = usualPage }: RequestInput<'log.page'>,
): Page<LogRow> {
  const page = { before: before ?? null, limit }
  switch (kind) {
    case 'agent':
      return entriesOf(parts, agentLog(parts, id), page)
    case 'link':
      return crossingsOf(parts, findLink(parts, caller, id).id, page)
    case 'gathering':
      return utterancesOf(parts, findGathering(parts, caller, id), page)
    case 'thread':
      return threadOf(parts, findReadable(parts, caller, id).thread, page)
  }
}

/**
 * Writes to a temporary file beside the target first, so that the old file stays until the new one is
 * complete. The dialog has confirmed overwriting. Desktop only.
 */
export async function saveFile(host: Host, name: string, pieces: Iterable<string>): Promise<SavedFile> {
  if (!host.chooseFile) throw refused('not_allowed', 'The browser saves files here.')
  const path = await host.chooseFile(name)
  if (path === null) return { path }
  const beside = `${path}.${process.pid}.part`
  try {
    const file = await open(beside, 'wx', 0o600)
    try {
      for (const piece of pieces) await file.writeFile(piece)
    } finally {
      await file.close()
    }
    await rename(beside, path)
    return { path }
  } catch (error) {
    await rm(beside, { force: true })
    if (error instanceof Error && 'code' in error)
      throw refused(
        'bad_folder',
        `${path} could not be written (${String(error.code)}). Choose another place.`,
      )
    throw error
  }
}
