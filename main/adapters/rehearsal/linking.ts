import { clip } from './answer.ts'
import { propose } from './convening.ts'
import { call, tell, type Play } from './play.ts'
import type { Order } from './order.ts'
import { fieldsOf, reasonIn } from './results.ts'
import { silent } from './talk.ts'

/** After how long the anchor leads back that is set before a peer is spoken to, in seconds. */
const anchorTime = 300

/** What plays to the person's order. */
export function carryOutOrder(order: Order): Play {
  switch (order.do) {
    case 'talk':
      return talkWith(order.name, order.opening, order.matter)
    case 'link':
      return linkWith(order.name)
    case 'unlink':
      return unlink(order.name)
    case 'look':
      return lookAt(order.name)
    case 'check':
      return checkOn(order.name, order.seconds)
    case 'anchor':
      return comeBack(order.matter, order.seconds)
    case 'gather':
      return propose(order.names, order.withPerson, order.matter)
  }
}

/** Looks before it speaks, and makes sure that it comes back. Gives why a peer cannot be reached, or null. */
export function* prepare(name: string, work: string): Play<string | null> {
  const look = yield* call('get_session_data', { agent: name, limit: 1 })
  if (look.failed) return reasonIn(look.text)
  yield* call('set_heartbeat', { intent: 'anchor', note: clip(work, 200), in_seconds: anchorTime })
  return null
}

/** The last words cross by themselves, so they are the first of the talk. */
function* talkWith(name: string, opening: string, matter: string): Play {
  yield* tell(
    `I look how ${name} is, set my anchor, and link with it: what I say last in a turn reaches it by itself.`,
  )
  const problem = yield* prepare(name, `what came of the talk with ${name}: ${matter}`)
  if (problem !== null) return yield* tell(`That did not reach ${name}. ${problem}`)
  const linked = yield* call('open_link', { agents: [name], mode: 'converse' })
  yield* tell(linked.failed ? `We are not linked. ${reasonIn(linked.text)}` : opening)
}

function* linkWith(name: string): Play {
  yield* tell(`I link with ${name}. What each of us concludes reaches the other; only an answer wakes.`)
  const { text, failed } = yield* call('open_link', { agents: [name] })
  yield* tell(failed ? `We are not linked. ${reasonIn(text)}` : silent)
}

function* unlink(name: string): Play {
  yield* tell(`I close the link with ${name}.`)
  const found = yield* call('open_link', { agents: [name] })
  const { link_id: id } = fieldsOf(found.text) as { link_id?: string }
  if (found.failed || id === undefined) return yield* tell(`There is none. ${reasonIn(found.text)}`)
  const closed = yield* call('close_link', { link_id: id })
  yield* tell(closed.failed ? reasonIn(closed.text) : `Nothing crosses between ${name} and me any more.`)
}

function* lookAt(name: string): Play {
  yield* tell(`I look at ${name}, without disturbing it.`)
  const { text, failed } = yield* call('get_session_data', { agent: name, limit: 5 })
  if (failed) return yield* tell(reasonIn(text))
  const { status = 'there', last_final: last } = fieldsOf(text) as {
    status?: string
    last_final?: { text?: string }
  }
  const words = last?.text === undefined ? '' : ` It last concluded: “${clip(last.text, 200)}”`
  yield* tell(`${name} is ${status}.${words}`)
}

function* checkOn(name: string, seconds: number): Play {
  const note = `how ${name} gets on, and whether it is stuck`
  const beat = { intent: 'check', note, in_seconds: seconds, about: name }
  const { text, failed } = yield* call('set_heartbeat', beat)
  yield* tell(
    failed ? reasonIn(text) : `I look at ${name} in ${String(seconds)} s, and leave it alone until then.`,
  )
}

function* comeBack(matter: string, seconds: number): Play {
  const { text, failed } = yield* call('set_heartbeat', {
    intent: 'anchor',
    note: matter,
    in_seconds: seconds,
  })
  yield* tell(
    failed ? reasonIn(text) : `I come back to ${matter} every ${String(seconds)} s, whatever else is.`,
  )
}
