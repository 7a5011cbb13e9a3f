import type {
  HandlerAction,
  HandlerId,
  HandlerMatch,
  HandlerTrial,
  HandlerWhen,
} from '../../contract/handlers/handlers.ts'
import { triedMessages } from '../../contract/api/limits.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import { matches } from '../../core/handlers/match.ts'
import type { AgentState } from '../../core/step/state.ts'
import { firstLine } from '../../core/words/text.ts'
import type { FileWords } from '../../ports/ports.ts'
import type { RequestContext } from '../api/request-context.ts'

const lookedBack = 500

/** Dry run on the latest messages to the agent; `id`: the handler that it would replace. */
export function tryHandler(
  parts: RequestContext,
  state: AgentState,
  id: HandlerId | null,
  { when, then }: { readonly when: HandlerWhen; readonly then: HandlerAction },
): HandlerTrial {
  const { links } = parts.engine.state
  const messages = lastOf(parts, state.agent.id)
  const at = state.handlers.findIndex((one) => one.id === id)
  const before = state.handlers.slice(0, at < 0 ? undefined : at).filter(({ isOn }) => isOn)
  const file = fileOf(parts, state, then)
  const met = messages.filter((message) => matches(when, message, links, null))
  return {
    looked: messages.length,
    withoutDoing: when.doing.length > 0,
    problem: file?.problem ?? '',
    matches: met.map((message): HandlerMatch => {
      const { id: of, fromName, body, acceptedAt, priority, expectsReply } = message
      const first = before.find((one) => matches(one.when, message, links, null))
      return {
        message: of,
        fromName,
        preview: firstLine(body, 140),
        at: acceptedAt,
        priority,
        expectsReply,
        would: wouldWords(then, message, file),
        before: first?.name ?? null,
      }
    }),
  }
}

function lastOf({ store }: RequestContext, agent: AgentId): readonly Message[] {
  const isLookedAt = ({ crossed, spoken, isReply, byHandler }: Message): boolean =>
    !crossed && !spoken && !isReply && !byHandler
  return store.received(agent, null, lookedBack).filter(isLookedAt).slice(0, triedMessages)
}

function fileOf(parts: RequestContext, { agent }: AgentState, then: HandlerAction): FileWords | null {
  return then.kind === 'respond' && 'file' in then ? parts.answerFiles.look(agent.cwd, then.file) : null
}

function wouldWords(then: HandlerAction, message: Message, file: FileWords | null): string {
  switch (then.kind) {
    case 'respond': {
      const text = 'text' in then ? then.text : (file?.text ?? null)
      if (text === null) return 'is delivered as usual, and you are notified: the file cannot be read'
      return `is answered “${firstLine(text, 80)}”, and not read`
    }
    case 'notify':
      return 'is delivered as usual, and you are notified'
    case 'hold':
      return 'is held until you approve'
    case 'priority': {
      const to = message.expectsReply && !wakes(then.to) ? 'normal' : then.to
      return to === message.priority ? `stays ${to}` : `is made ${to} instead of ${message.priority}`
    }
    case 'command':
      return `is delivered as usual, and you are asked whether to run ${then.command}`
    case 'close':
      return 'is delivered as usual, and you are asked whether to close the tab'
  }
}
