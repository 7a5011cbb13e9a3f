import type { Handler, HandlersView, HandlerView } from '../../contract/handlers/handlers.ts'
import { handlerWords } from '../../contract/handlers/handler-words.ts'
import type { AgentState, State } from '../../core/step/state.ts'

export function handlerView({ agents }: State, handler: Handler): HandlerView {
  const { asks: _asks, told: _told, madeBy: _by, madeAt: _at, ...rest } = handler
  const { from } = handler.when
  const named =
    typeof from === 'string' ? from : from.map((id) => ({ id, name: agents.get(id)?.agent.name ?? id }))
  const when = { ...handler.when, from: named }
  return { ...rest, when, words: handlerWords(when, handler.then) }
}

export function handlersView({ handlers }: AgentState): HandlersView {
  return {
    count: handlers.length,
    on: handlers.filter(({ isOn }) => isOn).length,
    asks: handlers
      .flatMap(({ id, name, then, asks }) => {
        const command = then.kind === 'command' ? then.command : null
        return asks.map((ask) => ({ ...ask, handler: id, name, command }))
      })
      .sort((a, b) => a.at - b.at),
    told: handlers.flatMap(({ id, name, told }) => (told ? [{ ...told, handler: id, name }] : [])),
  }
}
