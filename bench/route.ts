import { setTimeout as rest } from 'node:timers/promises'
import type { WatchedRehearsalModel } from '../main/adapters/rehearsal/server.ts'

/** One message that is to be sent and timed. */
export interface Shot {
  readonly words: string
  /** A's script waits here, with its tool call as the next step. */
  readonly gate: string
  /** Resolves at the moment that counts as sending, after a rest: at the gate, or for the caller to write. */
  release(): Promise<void>
  start(): Promise<void>
}

/** One way on which a message gets from one agent to another. */
export interface Route {
  readonly name: string
  /** Lets A send to B, both awake and idle; resolves when both are idle again. */
  send(shot: Shot): Promise<void>
  close(): Promise<void>
}

/** Both sides get this long to come to rest before a message is sent, in ms. */
const REST = 150

/** Milliseconds from A's sending to the request that B's CLI sends its model. */
export async function measure(route: Route, model: WatchedRehearsalModel, mark: string): Promise<number> {
  const gate = `go-${mark}`
  let sent = 0
  let arrived = 0
  const stop = model.onRequest((body, { at }) => {
    if (sent > 0 && arrived === 0 && lastWords(body).includes(mark)) arrived = at
  })
  const start = async () => {
    await rest(REST)
    sent = performance.now()
  }
  const release = async () => {
    await model.held(gate)
    await start()
    model.release(gate)
  }
  await route.send({ words: `say: ${mark} has come`, gate, release, start })
  stop()
  if (sent === 0 || arrived === 0) throw new Error(`${route.name}: ${mark} never came`)
  return arrived - sent
}

/** What a request is about. Only text: the result of A's own call also tells of the message, in a block of another kind. */
export function lastWords(body: ReturnType<WatchedRehearsalModel['requests']>[number]): string {
  const content = body.messages.findLast((message) => message.role === 'user')?.content ?? ''
  if (typeof content === 'string') return content
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}
