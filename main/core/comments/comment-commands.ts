import type { AgentId, Author } from '../../contract/api/model.ts'
import type { CommentId, CommentPlace } from '../../contract/folders/line-comments.ts'
import type { Message } from '../../contract/mail/messages.ts'

/** What the user does with comments on an agent's changes; each has an answer. */
export type CommentCommand =
  | {
      readonly type: 'comment.added'
      readonly agent: AgentId
      readonly place: CommentPlace
      readonly text: string
    }
  /** `text` null: it is removed. */
  | {
      readonly type: 'comment.changed'
      readonly agent: AgentId
      readonly comment: CommentId
      readonly text: string | null
    }
  /** `words`: what is said before them. */
  | {
      readonly type: 'comments.sent'
      readonly agent: AgentId
      readonly from: Author
      readonly fromName: string
      readonly words: string
      /** Numbers of first lines that have moved since they were commented on. */
      readonly moved?: Readonly<Record<CommentId, number>>
      readonly idempotencyKey: string | null
      /** The message that this sender sent with this key before, read from the store by the edge. */
      readonly earlier: Message | null
    }
