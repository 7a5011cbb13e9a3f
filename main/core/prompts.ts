import { isPeers } from '../contract/authors.ts'
import type { Heartbeat } from '../contract/heartbeats.ts'
import type { AskedTurn } from '../contract/houses.ts'
import type { Message } from '../contract/messages.ts'
import type { AgentState } from './state.ts'
import type { Frame, PromptWords } from './frames-and-turns.ts'
import { attachedLines, attachedText } from './attached-text.ts'
import { headers } from './headers.ts'
import { orSilent } from '../contract/last-line.ts'
import { cutBytes, firstLine, neutralise, utf8Length } from './text.ts'

/** Most bytes of one peer's message that go into a prompt. */
export const promptMessageLimit = 16 * 1024
/** Most bytes of peers' words in one prompt. */
export const promptBatchLimit = 64 * 1024
/** Most messages in one prompt. */
export const promptBatchCount = 20

/** Bytes that a message takes in a prompt. */
export function promptBytes(message: Message): number {
  const bytes = utf8Length(attachedText(message))
  return message.spoken ? bytes : Math.min(bytes, promptMessageLimit)
}

/**
 * A peer's message under its header, its own look-alike headers neutralised, cut to the limit; under an answer
 * what it answers, under a question how to answer it.
 */
export function peerText(message: Message): string {
  if (message.spoken) return spokenText(message)
  const { text, rest } = cutBytes(message.body, promptMessageLimit)
  const lines = [headerOf(message)]
  if (message.isReply && message.replyTo !== null)
    lines.push(headers.answers(message.replyTo, quotable(message.quoted)))
  if (message.byHandler) lines.push(headers.byRule())
  const attached = attachedLines(message)
  if (text.trim() !== '' || attached.length === 0) lines.push(neutralise(text))
  lines.push(...attached)
  if (rest > 0) lines.push(headers.more(rest, message.id, text.length))
  if (message.expectsReply && !message.asks && message.reply === null) lines.push(headers.expects(message.id))
  if (message.handled?.deed.kind === 'answered')
    lines.push(headers.answeredFor(message.id, quotable(message.handled.deed.words)))
  return lines.join('\n')
}

/** A seat's words under its name and number; what Janus tells of a circle is made of neutral parts already. */
function spokenText({ from, fromName, body, spoken }: Message): string {
  if (from.kind === 'system') return fromJanus(body)
  const name = quotable(fromName)
  const number = spoken?.number ?? null
  const [seat, host] = spoken?.earlier
    ? [headers.fromEarlierSeat, headers.fromEarlierHost]
    : [headers.fromSeat, headers.fromHost]
  return `${number === null ? host(name) : seat(number, name)}\n${neutralise(body)}`
}

function headerOf({ from, fromName, crossed, spread, asks }: Message): string {
  if (asks) return askedHeader(asks.turn)
  if (from.kind === 'system') return headers.fromJanus()
  if (from.kind === 'human') return headers.fromUser()
  // What another house calls itself and its own it says itself.
  const name = quotable(fromName)
  if (from.kind === 'guest') return headers.fromGuest(name)
  if (spread) return headers.toMany(name, spread.to)
  return crossed ? headers.overLink(name, crossed.carriage) : headers.fromAgent(name)
}

/** A circle of another house asks as one of this house does. */
const askedHeader = ({ id, beat, beats }: AskedTurn): string =>
  beat === 0 ? headers.piece(id) : headers.beat(Math.min(beat, beats), beats, id)

/** Words of others within a line of ours: nothing that could end the quotation. */
export function quotable(words: string): string {
  return neutralise(words).replace(/["[\]\n]/g, "'")
}

/**
 * Several messages in one prompt, each under its own header; `named` ones by their ids only. What peers may not do stands
 * right below the last words of theirs.
 */
export function peersText(messages: readonly Message[], named: readonly Message[] = []): string {
  const parts = messages.map(peerText)
  const last = messages
    .map(({ from, spoken }) => isPeers(from) || (spoken !== null && from.kind === 'human'))
    .lastIndexOf(true)
  if (last >= 0) parts.splice(last + 1, 0, headers.above())
  if (named.length > 0) parts.unshift(namedText(named))
  return parts.join('\n\n')
}

/** The same where it only goes into the conversation: other words may come to stand right behind it. */
export function noteText(messages: readonly Message[], named: readonly Message[]): string {
  return `${peersText(messages, named)}\n\n${headers.endOfNotes()}`
}

/** The person's own words, where something of others stands before them. */
export function personsText(message: Message): string {
  return `${headers.fromUser()}\n${attachedText(message)}`
}

function namedText(named: readonly Message[]): string {
  const list = named.map(({ id, fromName }) => `${id} from ${quotable(fromName)}`).join(', ')
  return fromJanus(`${named.length} earlier notes were too many to put here; read_message shows one: ${list}`)
}

/** Begins again what the death of a process broke off. */
const nudgeText = [
  'Your process ended in the middle of the last turn and was started again. Go on from where you were.',
  'What your tools already did is done: look before you repeat it.',
].join('\n')

/** Begins again what an error of the API broke off. */
const retryText = [
  'Your last turn was broken off by an error of the model service. Go on from where you were.',
  'What your tools already did is done: look before you repeat it.',
].join('\n')

/** Takes up again what the cap of a turn broke off. */
const raisedText = [
  'You had used all that one turn of yours may, and your user lets you go on. Go on from where you were.',
  'What your tools already did is done: look before you repeat it.',
].join('\n')

/** Takes up again what the person stopped together with everything else. */
const goOnText = [
  'Your user had stopped everything, and lets it go on now. Go on from where you were.',
  'What your tools already did is done: look before you repeat it.',
].join('\n')

/** Where the conversation does not hold what the turn was about. */
const onceMoreText = 'What it was about is not in your conversation any more. Here it is once more.'

/** The same, with all that the turn was about: peers' words, then the person's, then what Janus had asked. */
export function onceMore(own: string, messages: readonly Message[], prompt: PromptWords | null): string {
  const persons = messages.filter(({ from, spoken }) => from.kind === 'human' && spoken === null)
  const others = messages.filter((message) => !persons.includes(message))
  return [
    fromJanus(`${own}\n${onceMoreText}`),
    ...(others.length > 0 ? [peersText(others)] : []),
    ...persons.map(personsText),
    ...(prompt ? [underHead(prompt)] : []),
  ].join('\n\n')
}

/** What the person stopped, for a conversation that does not hold it any more. */
export function forgottenText(messages: readonly Message[]): string {
  const words = messages.map((message) => {
    const { text, rest } = cutBytes(message.body, promptMessageLimit)
    const more = rest > 0 ? [headers.more(rest, message.id, text.length)] : []
    const said = [neutralise(text), ...attachedLines(message), ...more].join('\n')
    return `${quotable(message.fromName)} wrote:\n${said}`
  })
  const head = 'Your user stopped your last turn, and what it was about is not in your conversation any more.'
  return [`${head} It was:`, ...words].join('\n\n')
}

/** Takes up again what other words had cut off. */
function resumeText(by: readonly string[]): string {
  return `You were interrupted by ${by.map(quotable).join(' and ')}; go on.`
}

/** A question that was read and not answered, once more. */
function reminderText(ticket: Message): string {
  const words = quotable(firstLine(ticket.body, 200))
  const name = quotable(ticket.fromName)
  const who = {
    human: 'the person',
    guest: `"${name}", a person of another house,`,
    agent: `agent "${name}"`,
    system: 'Janus',
  }[ticket.from.kind]
  return [
    `A question of ${who} is not answered yet: "${words}" (read_message "${ticket.id}" shows all of it).`,
    `Answer it now. Nothing to say to it? ${orSilent}`,
    headers.expects(ticket.id),
  ].join('\n')
}

/** What Janus says, under the header that tells a model so: for people it stands in the row. */
export function fromJanus(words: string): string {
  return `${headers.fromJanus()}\n${words}`
}

/** What stands under a line that names it, as a prompt. */
export function underHead({ head, text }: PromptWords): string {
  return head === '' ? text : `${head}\n${text}`
}

/** What a frame of Janus's own says. */
export function ownWordsOf(
  { mailbox }: AgentState,
  { kind, broke, messages }: Pick<Frame, 'kind' | 'broke' | 'messages'>,
): string {
  if (kind === 'resume' && broke?.why === 'cap') return raisedText
  if (kind === 'resume')
    return broke?.why === 'stopped' ? goOnText : resumeText(broke?.why === 'interjected' ? broke.by : [])
  if (kind === 'nudge') return broke?.why === 'error' ? retryText : nudgeText
  const ticket = mailbox.find((message) => messages.includes(message.id))
  return ticket ? reminderText(ticket) : nudgeText
}

/** Asks an agent, ahead of a new task, which of the timers that it had set for itself still hold; `when` each would come. */
export function staleText(
  timers: readonly (Pick<Heartbeat, 'id' | 'intent' | 'note'> & { readonly when: string })[],
): string {
  const list = timers.map(
    ({ id, intent, note, when }) => `- ${id}, ${intent}, ${when}: "${quotable(firstLine(note, 200))}"`,
  )
  return [
    'Your user gives you a new task below. Before it you had set these timers for yourself:',
    ...list,
    'None of them fires while you decide. keep_heartbeat keeps what still holds; the rest is dropped at the end of this turn.',
  ].join('\n')
}

/** What a heartbeat puts before its agent: its own note, and what was attached. */
export function heartbeatText(
  { intent, note, set }: Pick<Heartbeat, 'intent' | 'note' | 'set'>,
  attached: readonly string[],
): string {
  const by = {
    agent: 'You told yourself',
    human: 'The person told you',
    guest: 'A person of another house told you',
    system: 'What your user last asked of you',
  }[set.by.kind]
  const now =
    intent === 'anchor'
      ? set.by.kind === 'human'
        ? personsAnchor
        : anchor
      : `${whatNow[intent]} ${orSilent}`
  return [`${by}: ${neutralise(note)}`, ...attached, now].join('\n')
}

const back = 'Go back to that work now, with what you have taken in. Answer no peer unless the work needs it.'
const anchor = `${back} Is it done? ${orSilent} That ends this timer.`
const personsAnchor = `${back} Nothing to do now? ${orSilent}`

const whatNow: Readonly<Record<Exclude<Heartbeat['intent'], 'anchor'>, string>> = {
  check:
    'You only look: write to it only if it is stuck and you can help. get_session_data shows more. Nothing to do?',
  schedule: 'It is the time for it. Nothing to do?',
  wait: 'If it has not come, go on without it, or set another wait. Nothing to do?',
}
