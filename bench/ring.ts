/** P12: how long it takes until ten agents that ask round a ring all have their answers. */
import { setTimeout as pause } from 'node:timers/promises'
import { startRehearsal } from '../main/adapters/rehearsal/testing/watched-model.ts'
import { inTurns, msOf } from './figures.ts'
import { allIdle, openTabs, type Tabs } from './linked-tabs.ts'
import { window } from './janus.ts'
import { numbersAsked } from './options.ts'
import { keepLatencies } from './results.ts'

/** Agents in the ring. */
const RING = 10
/** Rounds that are not counted. */
const WARM_UP = 1
/** Between rounds, in ms: no pair comes near 20 messages a minute. */
const PAUSE = 7000

const { rounds } = numbersAsked({ rounds: 10 })
const model = await startRehearsal()
const tabs = await openTabs(RING, 'real', model.url)
const sides = [
  { name: 'one asks one', measure: (round: number) => ask(tabs, 1, round) },
  { name: 'ten round a ring', measure: (round: number) => ask(tabs, RING, round) },
]
const rows = await inTurns(sides, rounds, WARM_UP)
await tabs.close()
await model.close()

const about =
  'Milliseconds from the user’s word until the last answer has been read and everybody is at rest again: the first agent asks its neighbour, or each of ten asks its own at the same time. Real CLIs, awake, on the built-in model; every question is a ticket, every answer comes by `reply_to_agent` as a message. Each question costs three turns: of who asks, of who answers, and of who hears it.'
const head = ['who asks', 'rounds', 'one question'] as const
const title = 'P12: ten agents ask round a ring'
await keepLatencies('ring', { title, about }, head, rows, 'one asks one')

/** The first `askers` ask their neighbours, all at once; ms until everything is at rest. */
async function ask({ janus, agents }: Tabs, askers: number, round: number): Promise<number> {
  await pause(PAUSE / 2)
  const idle = allIdle(janus)
  const messages = agents.slice(0, askers).map((agent, n) => {
    const target = `agent ${((n + 1) % agents.length) + 1}`
    const words = `round ${round} of ${askers}, answer ${n + 1}`
    const reply = `call: reply_to_agent ${JSON.stringify({ message_id: '$ticket', message: words })}`
    const input = { target, message: reply, expect_reply: true }
    const message = `call: send_to_agent ${JSON.stringify(input)}\nsay: asked`
    return { agent, message }
  })
  return msOf(() =>
    Promise.all([idle, ...messages.map((message) => janus.ask(window, 'messages.send', message))]),
  )
}
