import { setTimeout as rest } from 'node:timers/promises'
import { sharedNow, type ModelElsewhere } from './model-elsewhere.ts'

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
export async function measure(route: Route, model: ModelElsewhere, mark: string): Promise<number> {
  const gate = `go-${mark}`
  let sent = 0
  let arrived = 0
  const came = new Promise<void>((resolve) => {
    const stop = model.onRequest((words, at) => {
      if (!words.includes(mark) || words.includes(gate)) return
      arrived = at
      stop()
      resolve()
    })
  })
  const start = async () => {
    await rest(REST)
    sent = sharedNow()
  }
  const release = async () => {
    await model.held(gate)
    await rest(REST)
    sent = await model.release(gate)
  }
  await route.send({ words: `say: ${mark} has come`, gate, release, start })
  await came
  if (sent === 0 || arrived === 0) throw new Error(`${route.name}: ${mark} never came`)
  return arrived - sent
}
