import type { HandlerAct, HandlerId, HandlerWhen } from '../../contract/handlers/handlers.ts'
import type { AgentId, Author, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'

/** What the person does about handlers; each has an answer. */
export type HandlerCommand =
  | {
      readonly type: 'handler.made'
      readonly agent: AgentId
      /** Refused unless it is the person. */
      readonly by: Author
      readonly name: string
      readonly isOn: boolean
      readonly when: HandlerWhen
      readonly then: HandlerAct
    }
  | {
      readonly type: 'handler.changed'
      readonly agent: AgentId
      readonly by: Author
      readonly handler: HandlerId
      readonly name?: string
      readonly isOn?: boolean
      readonly when?: HandlerWhen
      readonly then?: HandlerAct
      /** From 0; behind the last where it is more. */
      readonly place?: number
    }
  | {
      readonly type: 'handler.removed'
      readonly agent: AgentId
      readonly by: Author
      readonly handler: HandlerId
    }
  /** The person's answer to what it asks about a message. */
  | {
      readonly type: 'handler.answered'
      readonly agent: AgentId
      readonly handler: HandlerId
      readonly about: MessageId
      readonly decision: 'yes' | 'no'
      /** The person's name. */
      readonly byName: string
    }
  /** The person gives a message to its agent after all; as the edge found it, open or settled. */
  | { readonly type: 'message.handedOver'; readonly message: Message }
