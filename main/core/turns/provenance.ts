import { pick } from '../../contract/api/pick.ts'
import { senderKey } from '../../contract/mail/authors.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { MessageId, TurnTrigger } from '../../contract/api/model.ts'
import type { Frame, TurnProvenance, Turn } from '../step/frames-and-turns.ts'
import { isCommand } from '../mail/mailbox.ts'
import type { AgentState } from '../step/state.ts'
import { firstLine } from '../words/text.ts'
import { isAbsorbed } from '../mail/queue.ts'

/** The provenance of the turn that a frame begins; a frame that resumes a turn keeps that turn's. */
export function turnProvenance(state: AgentState, frame: Frame): TurnProvenance {
  if (frame.chain) return frame.chain
  const mail = chainOfMail(state, frame.messages)
  if (frame.kind === 'reminder') return { ...mail, trigger: 'reminder' }
  const { prompt } = frame
  if (!prompt) return mail
  const asked = { ...mail, origin: 'system', from: [], link: null } as const
  if (prompt.by === 'gathering')
    return { ...asked, trigger: 'piece', promptedBy: { by: prompt.by, call: prompt.call } }
  // A timer stays in its agent's current chain, or each could start the chain again.
  const depth = Math.max(prompt.depth, mail.depth, state.agent.depth)
  const { by, id, intent } = prompt
  const promptedBy = { by, id, intent, note: firstLine(prompt.note, 80) }
  return { ...asked, trigger: intent, promptedBy, depth }
}

/** Absorbed messages don't decide whose turn it is. */
function chainOfMail({ mailbox }: AgentState, ids: readonly MessageId[]): TurnProvenance {
  const messages = ids.flatMap((id) => mailbox.find((message) => message.id === id) ?? [])
  const waking = messages.filter((message) => !isAbsorbed(message))
  const kinds = new Set(waking.map(({ from }) => from.kind))
  return {
    trigger: triggerOf(messages),
    promptedBy: null,
    origin: kinds.has('user') ? 'user' : kinds.has('agent') || kinds.has('guest') ? 'peer' : 'system',
    begun: ids,
    // Janus's own messages don't count as another sender.
    senders: [...new Set(messages.flatMap(({ from }) => (from.kind === 'system' ? [] : senderKey(from))))],
    from: [...new Set(messages.map((message) => message.fromName))],
    causes: ids,
    depth: Math.max(0, ...messages.map((message) => message.depth)),
    link: waking[0]?.crossed?.link ?? null,
  }
}

/**
 * A question from another machine's gathering starts a turn with its piece: what is said there belongs to
 * that gathering.
 */
function triggerOf(messages: readonly Message[]): TurnTrigger {
  const [first] = messages
  if (messages.some(({ asks }) => asks !== undefined)) return 'piece'
  return first !== undefined && isCommand(first) ? 'command' : 'words'
}

/** A turn that the process starts itself continues the last turn's chain. */
export function provenanceOfOwnTurn({ agent }: AgentState): TurnProvenance {
  const { causes, depth } = agent
  const own = { origin: 'system', trigger: 'own', promptedBy: null, link: null } as const
  return { ...own, begun: [], senders: [], from: [], causes, depth }
}

export function provenanceOf(turn: TurnProvenance): TurnProvenance {
  return pick(turn, [
    'origin',
    'trigger',
    'promptedBy',
    'begun',
    'senders',
    'from',
    'causes',
    'depth',
    'link',
  ])
}

/**
 * Whether a turn's final text may cross links: it must be started by a message, not by Janus, the process, a
 * gathering or a slash command.
 */
export function mayCross({ origin, trigger }: Pick<Turn, 'origin' | 'trigger'>): boolean {
  return trigger === 'words' && origin !== 'system'
}
