import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { spanWords } from '../../contract/words/times.ts'
import { findOpen } from '../step/mail-for.ts'
import type { AgentState } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { firstLine, neutralise } from '../words/text.ts'
import { isAgent } from '../heartbeats/heartbeats.ts'
import { mayLookAt, ticketsOf } from '../links/looking.ts'

/** Most characters of a peer's final text in a look. */
const finalLength = 500
/** A schedule that comes so much later, in ms, says so. */
const lateTime = 60_000

/** What is attached to a heartbeat when it fires: how a peer stands, whether an answer came. */
export function attachedTo(
  step: Step,
  { intent, about, agent, dueAt }: Pick<Heartbeat, 'intent' | 'about' | 'agent' | 'dueAt'>,
) {
  if (intent === 'anchor') return []
  if (intent === 'schedule') return step.now < dueAt + lateTime ? [] : [lateLine(step.now - dueAt)]
  if (about === null) return ticketLines(step, ticketsOf(step, agent, null))
  if (!isAgent(about)) {
    const ticket = findOpen(step, about)
    return ticket
      ? ticketLines(step, [ticket])
      : [`${about} is settled: read_message shows it and its thread.`]
  }
  const peer = step.find(about)
  if (!peer) return ['It was deleted.']
  return [
    lookAt(step, peer, mayLookAt(step, agent, about)),
    ...ticketLines(step, ticketsOf(step, agent, about)),
  ]
}

const lateLine = (late: number): string => `It was due ${spanWords(late)} ago, when it could not come.`

/** Said where an agent may not read the peer's words. */
const howToLook = 'To read what it concluded, link with it (open_link), or ask it.'

function lookAt(step: Step, { agent }: AgentState, mayRead: boolean): string {
  const { name, status, since, lastFinal } = agent
  const stands = `"${name}" is ${status}, for ${spanWords(step.now - since)}.`
  if (!lastFinal) return `${stands} It has not concluded anything yet.`
  if (!mayRead) return `${stands} ${howToLook}`
  const words = firstLine(neutralise(lastFinal.text).replaceAll('\n', ' '), finalLength)
  return `${stands} It last concluded, ${spanWords(step.now - lastFinal.at)} ago: "${words.replace(/["[\]]/g, "'")}"`
}

function ticketLines(step: Step, tickets: readonly Message[]): readonly string[] {
  if (tickets.length === 0) return ['No question is open.']
  return tickets.slice(0, 5).map(({ id, body, fromName, to, state, acceptedAt }) => {
    const words = firstLine(body, 80).replace(/["[\]]/g, "'")
    const receiver = step.find(to)?.agent.name ?? 'an agent that is gone'
    const stands = state === 'read' ? 'read, not answered yet' : 'not read yet'
    return `${id} of "${fromName}" to "${receiver}", ${spanWords(step.now - acceptedAt)} ago, ${stands}: "${words}"`
  })
}
