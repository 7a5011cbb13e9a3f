import type { AgentId, Author } from '../../contract/api/model.ts'
import type { CommentId, CommentPlace } from '../../contract/folders/line-comments.ts'
import type { Message } from '../../contract/mail/messages.ts'

export type CommentCommand =
  | {
      readonly type: 'comment.added'
      readonly agent: AgentId
      readonly place: CommentPlace
      readonly text: string
    }
  /** `text` null: remove it. */
  | {
      readonly type: 'comment.changed'
      readonly agent: AgentId
      readonly comment: CommentId
      readonly text: string | null
    }
  /** `words`: an introduction. */
  | {
      readonly type: 'comments.sent'
      readonly agent: AgentId
      readonly from: Author
      readonly fromName: string
      readonly words: string
      /** New first-line numbers of comments whose lines have moved. */
      readonly moved?: Readonly<Record<CommentId, number>>
      readonly idempotencyKey: string | null
      /** An earlier message of this sender with the same key, from the store. */
      readonly earlier: Message | null
    }
