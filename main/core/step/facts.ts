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
 * What happens in one part of the core and concerns others. Anyone who it happens to tells it and knows nobody who hears
 * it: who reacts, and in which order, is in reactions.ts.
 */
export interface Facts {
  /** An agent is about to write to another one of this machine; what it writes is fit to be accepted. */
  'message.writing': { readonly event: MessageSent; readonly sender: AgentId }
  /** A message was accepted as its sender wrote it, for an agent of this machine. */
  'message.sent': { readonly message: Message }
  /** Words that wait in a mailbox have come before the model. */
  'message.read': { readonly message: Message; readonly mode: DeliveryMode }
  /** A message has ended without an answer. */
  'message.ended': { readonly message: Message }
  /** Its sender takes back what is on its way to an agent of another machine. */
  'message.recalled': { readonly message: Message }
  /** Nobody has to wait for an answer to this any more. */
  'question.settled': { readonly asker: AgentId; readonly question: MessageId }
  /** What a gathering asked was dropped before its agent read it. */
  'call.dropped': { readonly call: PieceCall }
  /** A turn has begun; `isPrompted`: by something that Janus wrote, and not by the process itself. */
  'turn.began': { readonly turn: Turn; readonly isPrompted: boolean }
  /** An agent writes words of its turn that are not whole yet: what comes of them is on its way to others. */
  'turn.speaking': { readonly turn: Turn }
  /** A turn is over, and its messages are settled; it still counts as the one that runs. */
  'turn.ending': { readonly turn: Turn; readonly outcome: Outcome | null }
  /** It is closed. With a `broke` it goes on later; `answered`: who has its final text already. */
  'turn.ended': {
    readonly turn: Turn
    readonly outcome: Outcome | null
    readonly broke: Break | null
    readonly answered: readonly AgentId[]
  }
  /** An agent's words have gone over the links that this machine keeps; "" says that it had nothing to add. */
  'turn.crossed': {
    readonly speaker: TurnAuthor
    readonly links: readonly Link[]
    readonly text: string
    readonly reached: readonly AgentId[]
  }
  /** An agent of this machine does something about a link that another machine keeps. */
  'link.acted': { readonly link: Link; readonly member: AgentId; readonly act: LinkAct }
  /** These are to sit in a gathering of this machine. */
  'gathering.seated': { readonly g: Gathering; readonly agents: readonly AgentId[] }
  /** Nobody sits in it any more. */
  'gathering.freed': { readonly g: Gathering }
  /** The user lets an agent sit in the gathering of another machine that has asked for it. */
  'seat.granted': { readonly agent: AgentId }
  /** What an agent was told once may be gone from its conversation. */
  'conversation.cut': { readonly agent: AgentId }
  'agent.renamed': { readonly agent: AgentId; readonly from: string; readonly to: string }
  /** No other machine may reach it any more. */
  'agent.unshared': { readonly agent: AgentId }
  /** The user has said again whether it gets an anchor. */
  'agent.anchored': { readonly agent: AgentId }
  /** An agent has finished a task of the shared list. */
  'task.finished': { readonly agent: AgentId; readonly task: Task }
  /** Its tab is put away, or is about to be deleted. */
  'agent.closed': { readonly agent: AgentId }
  /** It is about to be forgotten; its mail has ended. */
  'agent.deleted': { readonly agent: AgentId }
}

type LinkAct = 'joined' | 'left' | 'absorb' | 'link' | 'word'

export type Reactions = {
  readonly [K in keyof Facts]: readonly ((step: Step, fact: Facts[K]) => void)[]
}
