import { Desk } from '../e2e/desk.ts'
import type { Model } from '../e2e/model.ts'
import { typeIn } from './paint.ts'
import type { Opened } from './shells.ts'

const WRITERS = 2
/** Milliseconds and words that each writes. */
const writing = { ms: 15_000, words: 750 }
const typing = { words: 'What the user writes while agents speak is shown at once. '.repeat(2), pace: 50 }

/**
 * A short working day: two agents write at length while the user types, and then there are `most` agents.
 * Calls `look` with none, two and all of them, when all are idle. Returns each key's ms.
 */
export async function work(
  { janus, page }: Opened,
  model: Model,
  most: number,
  look: (agents: number) => Promise<void>,
): Promise<number[]> {
  // At its start the app asks a CLI for its version.
  await janus.clisOnceAtMost(0)
  await look(0)
  for (let n = 1; n <= WRITERS; n += 1) await come(n)
  await look(WRITERS)
  const desk = new Desk(page)
  await desk.tab(nameOf(1)).click()
  await desk.composer(nameOf(1)).waitFor()
  const words = Array.from({ length: writing.words }, (_, n) => `word${n}`).join(' ')
  const written: Promise<void>[] = []
  for (let n = 1; n <= WRITERS; n += 1) {
    written.push(say(n, `wait: writer-${n}\nslow: ${writing.ms} ${words}`))
    await model.held(`writer-${n}`)
  }
  for (let n = 1; n <= WRITERS; n += 1) await model.release(`writer-${n}`)
  const took = await typeIn(page, typing.words, typing.pace)
  await Promise.all(written)
  for (let n = WRITERS + 1; n <= most; n += 1) await come(n)
  if (most > WRITERS) await look(most)
  return took

  async function come(n: number): Promise<void> {
    await ask('/agents', { name: nameOf(n), cwd: janus.place.work })
    await say(n, 'say: I am here.')
  }

  function say(n: number, message: string): Promise<void> {
    return ask(`/agents/${encodeURIComponent(nameOf(n))}/message`, { message, awaitMs: 50_000 })
  }

  async function ask(path: string, body: object): Promise<void> {
    const { status } = await janus.api('POST', path, body)
    if (status !== 200) throw new Error(`${path} answers ${status}`)
  }
}

const nameOf = (n: number): string => `Agent ${n}`
