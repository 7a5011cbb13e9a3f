/** P12: how long it takes until ten agents that ask round a ring all have their answers. */
import { parseArgs } from 'node:util'
import { startRehearsal } from '../main/adapters/rehearsal/server.ts'
import { figuresOf, type Row } from './figures.ts'
import { allIdle, openTabs, type Tabs } from './linked-tabs.ts'
import { window } from './janus.ts'
import { keepLatencies } from './results.ts'

/** Agents in the ring. */
const RING = 10
/** Rounds that are not counted. */
const WARM_UP = 1
/** Between rounds, in ms: no pair comes near 20 messages a minute. */
const PAUSE = 7000

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } })
const model = await startRehearsal()
const tabs = await openTabs(RING, 'real', model.url)
const rows: Row[] = [
  { name: 'one asks one', samples: [] },
  { name: 'ten round a ring', samples: [] },
]
for (let round = -WARM_UP; round < Number(values.rounds); round += 1) {
  for (const [at, askers] of [1, RING].entries()) {
    const took = await ask(tabs, askers, round + WARM_UP)
    if (round >= 0) rows[at]?.samples.push(took)
    await new Promise((resolve) => setTimeout(resolve, PAUSE / 2))
  }
}
await tabs.close()
await model.close()

await keepLatencies('ring', {
  title: 'P12: ten agents ask round a ring',
  about:
    'Milliseconds from the user’s word until the last answer has been read and everybody is at rest again: the first agent asks its neighbour, or each of ten asks its own at the same time. Real CLIs, awake, on the built-in model; every question is a ticket, every answer comes by `reply_to_agent` as a message. Each question costs three turns: of who asks, of who answers, and of who hears it.',
  head: ['who asks', 'rounds', 'one question'],
  rows,
  figures: figuresOf(rows, 'one asks one'),
})

/** The first `askers` ask their neighbours, all at once; ms until everything is at rest. */
async function ask({ janus, agents }: Tabs, askers: number, round: number): Promise<number> {
  const idle = allIdle(janus)
  const start = performance.now()
  const sent = agents.slice(0, askers).map((agent, n) => {
    const target = `agent ${((n + 1) % agents.length) + 1}`
    const words = `round ${round} of ${askers}, answer ${n + 1}`
    const reply = `call: reply_to_agent ${JSON.stringify({ message_id: '$ticket', message: words })}`
    const input = { target, message: reply, expect_reply: true }
    const message = `call: send_to_agent ${JSON.stringify(input)}\nsay: asked`
    return janus.ask(window, 'messages.send', { agent, message })
  })
  await Promise.all(sent)
  await idle
  return performance.now() - start
}
