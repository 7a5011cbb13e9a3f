import type {
  Handler,
  HandlerAction,
  HandlerId,
  HandlerView,
  HandlerWhen,
  HandlerMatch,
  HandlerTrial,
} from '../../contract/handlers/handlers.ts'
import { handlerAnswerLimit, triedMessages } from '../../contract/api/limits.ts'
import type { MessageId, AgentId } from '../../contract/api/model.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import { defined } from '../../contract/api/pick.ts'
import type { Command } from '../../core/step/events.ts'
import { utf8Length, firstLine } from '../../core/words/text.ts'
import { handlerView } from './handler-views.ts'
import { answerTo, agentIdOf, findAgent, refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { authorAndName } from '../links/links-requests.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { wordsOf, type Wording } from '../../contract/words/wording.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import { matches } from '../../core/handlers/match.ts'
import type { AgentState } from '../../core/step/state.ts'
import type { FileWords } from '../../ports/ports.ts'

export function peerRuleHandlers(parts: RequestContext) {
  const { engine } = parts
  const give = async (command: Command): Promise<HandlerView> => {
    const { handler } = await answerTo(parts, 'handler', command)
    const now = engine.state.agents.get(handler.agent)?.handlers.find(({ id }) => id === handler.id)
    return handlerView(engine.state, now ?? handler)
  }
  return {
    'handlers.list': (_, { agent }) =>
      findAgent(parts, agent).state.handlers.map((one) => handlerView(engine.state, one)),
    'handlers.make': (caller, input) => give(makeOf(parts, caller, input)),
    'handlers.change': (caller, input) => give(changeOf(parts, caller, input)),
    'handlers.remove': async (caller, input) => {
      const { agent, id } = findHandler(parts, input)
      await engine.command({
        type: 'handler.removed',
        agent,
        handler: id,
        by: authorAndName(parts, caller).by,
      })
      return { removed: true }
    },
    'handlers.try': (_, { agent, id, when, then }) => {
      const { state } = findAgent(parts, agent)
      return tryHandler(parts, state, (id ?? null) as HandlerId | null, {
        when: whenOf(parts, when),
        then: thenOf(then),
      })
    },
    'handlers.answer': async (_, input) => {
      const { agent, id } = findHandler(parts, input)
      await engine.command({
        type: 'handler.answered',
        agent,
        handler: id,
        about: input.message as MessageId,
        decision: input.decision,
        byName: parts.status().user,
      })
      return { answered: true }
    },
  } satisfies Partial<Handlers>
}

function makeOf(parts: RequestContext, caller: Caller, input: RequestInput<'handlers.make'>): Command {
  const { name, on = false, when, then } = input
  return {
    type: 'handler.made',
    agent: agentIdOf(parts, input.agent),
    by: authorAndName(parts, caller).by,
    name,
    isOn: on,
    when: whenOf(parts, when),
    then: thenOf(then),
  }
}

function changeOf(parts: RequestContext, caller: Caller, input: RequestInput<'handlers.change'>): Command {
  const { agent, id } = findHandler(parts, input)
  const { name, on, when, then, place } = input
  return {
    type: 'handler.changed',
    agent,
    handler: id,
    by: authorAndName(parts, caller).by,
    ...defined({ name, isOn: on, place }),
    ...(when === undefined ? {} : { when: whenOf(parts, when) }),
    ...(then === undefined ? {} : { then: thenOf(then) }),
  }
}

function findHandler(
  parts: RequestContext,
  { agent: ref, id }: { readonly agent: string; readonly id: string },
): Handler {
  const found = findAgent(parts, ref).state.handlers.find((one) => one.id === id)
  if (!found) throw refused('not_found', 'There is no such handler any more.')
  return found
}

/** Stored form of a condition: senders by id, without duplicates. */
function whenOf(parts: RequestContext, when: RequestInput<'handlers.make'>['when'] = {}): HandlerWhen {
  const { from = 'any', priorities = [], words = null, question = 'any', doing = [] } = when
  const senders = typeof from === 'string' ? from : from.map((ref) => agentIdOf(parts, ref))
  return {
    from: typeof senders === 'string' ? senders : [...new Set(senders)],
    priorities: [...new Set(priorities)],
    words,
    question,
    doing: [...new Set(doing)],
  }
}

function thenOf(then: HandlerAction): HandlerAction {
  if (then.kind === 'respond' && 'text' in then && utf8Length(then.text) > handlerAnswerLimit)
    throw refused('too_large', 'An answer has at most 16 KiB. Shorten it, or say in it where the rest is.')
  return then
}

const lookedBack = 500

/** Dry run on the latest messages to the agent; `id`: the handler that it would replace. */
function tryHandler(
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
    checked: messages.length,
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
        would: wordsOf(wouldWords, then, message, file),
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

const wouldWords: Wording<HandlerAction, [message: Message, file: FileWords | null]> = {
  respond: (then, _, file) => {
    const text = 'text' in then ? then.text : (file?.text ?? null)
    if (text === null) return 'is delivered as usual, and you are notified: the file cannot be read'
    return `is answered “${firstLine(text, 80)}”, and not read`
  },
  notify: 'is delivered as usual, and you are notified',
  hold: 'is held until you approve',
  priority: (then, { expectsReply, priority }) => {
    const to = expectsReply && !wakes(then.to) ? 'normal' : then.to
    return to === priority ? `stays ${to}` : `is made ${to} instead of ${priority}`
  },
  command: ({ command }) => `is delivered as usual, and you are asked whether to run ${command}`,
  close: 'is delivered as usual, and you are asked whether to close the tab',
}
