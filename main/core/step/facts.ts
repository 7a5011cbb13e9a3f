import type { Gathering, PieceCall } from '../../contract/gatherings/gatherings.ts'
import type { Link } from '../../contract/links/links.ts'
import type { TurnAuthor } from '../links/link-log.ts'
import type { DeliveryMode, Message } from '../../contract/mail/messages.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Task } from '../../contract/tasks/tasks.ts'
import type { MessageSent, Outcome } from './events.ts'
import type { Break, Turn } from './frames-and-turns.ts'
import type { Step } from './step.ts'

/**
 * What happens in one part of the core and concerns others. The emitter knows no listeners: reactions.ts says
 * who reacts, and in which order.
 */
export interface Facts {
  /** An agent is about to message another one on this machine; the message has been validated. */
  'message.writing': { readonly event: MessageSent; readonly sender: AgentId }
  /** A message for an agent of this machine was accepted. */
  'message.sent': { readonly message: Message }
  /** The model has read a waiting message. */
  'message.read': { readonly message: Message; readonly mode: DeliveryMode }
  /** A message ended without a reply. */
  'message.ended': { readonly message: Message }
  /** The sender withdraws a message on its way to another machine. */
  'message.recalled': { readonly message: Message }
  /** Nobody waits for a reply to this any more. */
  'question.settled': { readonly asker: AgentId; readonly question: MessageId }
  /** A gathering's question was dropped before its agent read it. */
  'call.dropped': { readonly call: PieceCall }
  /** `isPrompted`: started by a prompt that Janus wrote, not by the process itself. */
  'turn.began': { readonly turn: Turn; readonly isPrompted: boolean }
  /** An agent streams text of its turn: others may get it soon. */
  'turn.speaking': { readonly turn: Turn }
  /** A turn has ended and its messages are settled; it is still the agent's current turn. */
  'turn.ending': { readonly turn: Turn; readonly outcome: Outcome | null }
  /** With `broke` it resumes later; `answered`: agents that already have its final text. */
  'turn.ended': {
    readonly turn: Turn
    readonly outcome: Outcome | null
    readonly broke: Break | null
    readonly answered: readonly AgentId[]
  }
  /** An agent's text crossed links owned by this machine; empty text: it had nothing to add. */
  'turn.crossed': {
    readonly speaker: TurnAuthor
    readonly links: readonly Link[]
    readonly text: string
    readonly reached: readonly AgentId[]
  }
  /** A local agent acts on a link owned by another machine. */
  'link.acted': { readonly link: Link; readonly member: AgentId; readonly act: LinkAct }
  /** These agents get a seat in a local gathering. */
  'gathering.seated': { readonly g: Gathering; readonly agents: readonly AgentId[] }
  /** Its seats are free again. */
  'gathering.freed': { readonly g: Gathering }
  /** The user allows an agent to sit in another machine's gathering. */
  'seat.granted': { readonly agent: AgentId }
  /** One-time instructions may be gone from the agent's conversation. */
  'conversation.cut': { readonly agent: AgentId }
  'agent.renamed': { readonly agent: AgentId; readonly from: string; readonly to: string }
  'agent.unshared': { readonly agent: AgentId }
  /** The user changed whether it gets an anchor. */
  'agent.anchored': { readonly agent: AgentId }
  'task.finished': { readonly agent: AgentId; readonly task: Task }
  /** Its tab was closed, or is about to be deleted. */
  'agent.closed': { readonly agent: AgentId }
  /** It is about to be removed; its mail has been settled. */
  'agent.deleted': { readonly agent: AgentId }
}

type LinkAct = 'joined' | 'left' | 'absorb' | 'link' | 'word'

export type Reactions = {
  readonly [K in keyof Facts]: readonly ((step: Step, fact: Facts[K]) => void)[]
}
