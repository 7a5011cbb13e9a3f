import { isDeepStrictEqual } from 'node:util'
import { settingNames } from '../../contract/agents/agent-fields.ts'
import { attachedNames } from '../../contract/mail/attachments.ts'
import { agentReasonWords } from '../../contract/agents/agent-words.ts'
import { messageReasonWords } from '../../contract/mail/message-words.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Entry, Actor } from '../../contract/api/model.ts'
import type { Effect, Row } from '../../core/step/effects.ts'
import type { Answer } from '../../core/step/events.ts'
import type { Turn } from '../../core/step/frames-and-turns.ts'
import type { Agent, State } from '../../core/step/state.ts'
import { needsOf } from '../../core/step/status.ts'
import type { Update } from '../../core/update.ts'
import { useLine } from './budget.ts'
import type { Circle } from './circle.ts'
import { firstWords, named, promptLines } from './prompts.ts'
import type { HandlerWords } from './handlers.ts'
import type { LinkWords } from './links.ts'
import type { Tags } from './tags.ts'
import type { MessageFate } from '../../contract/history/timeline.ts'
import { whatWords, whyWords } from '../../contract/history/timeline-words.ts'
import type { Store } from '../../ports/ports.ts'
import { wholeTimeline } from '../factories/timeline-entries.ts'

/**
 * A line of a trace; `of`: the id of the record that it tells; `state`: of a message that was told before, and of which
 * there is nothing else to tell.
 */
interface Line {
  readonly text: string
  readonly of?: string
  readonly state?: Message['state']
}

/** Removes the line of a record, and returns its text. */
function takeLine(lines: Line[], isIt: (line: Line) => boolean): string | null {
  const at = lines.findIndex(isIt)
  return at < 0 ? null : (lines.splice(at, 1)[0]?.text ?? null)
}

/** How a story tells what the core made of a command: its answer, the rows it wrote, its effects. */
export class StoryLines {
  readonly #tags: Tags
  readonly #links: LinkWords
  readonly #handlers: HandlerWords
  readonly #circle: Circle
  /** How each gathering was told last. */
  readonly #circles = new Map<string, string>()
  readonly #toldMessages = new Set<string>()

  constructor(tags: Tags, links: LinkWords, handlers: HandlerWords, circle: Circle) {
    this.#tags = tags
    this.#links = links
    this.#handlers = handlers
    this.#circle = circle
  }

  /**
   * What was made of one event, as lines; `before`: the state without it. What belongs together is one line: a row that is
   * the answer; a message that is read, with its row in the transcript; an agent's status, with the end of its turn, the
   * messages that it answered, and the effect that follows.
   */
  update({ answer, rows, effects, state }: Update, before: State, now: number): readonly string[] {
    const lines: Line[] = []
    for (const row of rows) this.#addRow(lines, row, before, now)
    for (const row of rows) if (row.table === 'turn' && !row.open) this.#endTurn(lines, row.row, rows)
    // That it was done is what the rest of the trace says.
    if (answer && answer.kind !== 'done' && answer.kind !== 'agent')
      lines.unshift({ text: `answer: ${this.#answer(answer, lines, now)}` })
    for (const [id, after] of state.agents) {
      const was = before.agents.get(id)
      const { name } = after.agent
      if (was?.ailing?.is !== after.ailing?.is)
        lines.push({ text: `${name} is ${after.ailing?.is ?? 'well'}` })
      const [needed, needs] = [was ? needsOf(was) : null, needsOf(after)]
      if (needed !== needs) lines.push({ text: `${name} needs ${needs ?? 'nothing'}` })
    }
    for (const effect of effects) {
      const status = 'agent' in effect ? takeLine(lines, ({ of }) => of === effect.agent) : null
      lines.push(...this.#effect(effect, status, lines, state).map((text) => ({ text })))
    }
    return lines.map(({ text }) => `  ${text}`)
  }

  /** An answer in a few words; the row that it is about moves from the lines into them. */
  #answer(answer: Answer, lines: Line[], now: number): string {
    const rowOf = (id: string) => takeLine(lines, ({ of }) => of === id) ?? this.#tags.tag(id)
    const once = (told: string) => takeLine(lines, ({ text }) => text === told) ?? told
    switch (answer.kind) {
      case 'message': {
        const place = answer.position > 0 ? `, at place ${String(answer.position)}` : ''
        const closed = answer.closed === undefined ? '' : `, closed ${this.#tags.tag(answer.closed)}`
        return `${rowOf(answer.message.id)}${place}${closed}`
      }
      case 'refused':
        return `${answer.refusal.code}: ${answer.refusal.message}`
      case 'link':
        return once(this.#links.link(answer.link))
      case 'heartbeat':
        return once(this.#links.beat(answer.heartbeat, now))
      case 'handler':
        return rowOf(answer.handler.id)
      case 'gathering':
        return rowOf(answer.gathering.id)
      case 'passing':
        return `passes with ${answer.line}`
      case 'broadcast':
        return answer.sent.map((one) => this.#answer(one.answer, lines, now)).join('; ')
      case 'tabProposal':
        return answer.agent === null ? 'proposed' : 'open'
      case 'notice':
        return answer.shown ? 'shown' : `shown in ${String(answer.inSeconds)} s`
      case 'agent':
      case 'done':
        return answer.kind
    }
  }

  #addRow(lines: Line[], row: Row, before: State, now: number): void {
    const add = (text: string, of?: string) => lines.push(of === undefined ? { text } : { text, of })
    const used = useLine(row)
    if (used !== null) {
      add(used)
      return
    }
    switch (row.table) {
      case 'agent':
        this.#addAgent(add, row.row, before.agents.get(row.row.id)?.agent)
        return
      case 'gathering': {
        const told = this.#circle.line(row.row, now)
        if (this.#circles.get(row.row.id) !== told) add(told, row.row.id)
        this.#circles.set(row.row.id, told)
        return
      }
      case 'utterance':
        add(this.#circle.row(row.row))
        return
      case 'message':
        // Who is given what is in the row, and in what is written.
        if (row.row.spoken === null || !['queued', 'written', 'read', 'answered'].includes(row.row.state))
          lines.push(this.#message(row.row))
        return
      case 'entry': {
        const read = takeLine(lines, ({ of, text }) => of === row.row.message && text.endsWith(': read'))
        add(`${read === null ? '' : `${read}, `}${this.#entry(row.row)}`)
        return
      }
      case 'link':
        add(this.#links.link(row.row), row.row.id)
        return
      case 'crossing': {
        const { link, fromName, kind, sent } = row.row
        const how = sent.map(({ toName, carriage }) => `${toName} (${carriage})`).join(', ')
        const said = how ? `crosses to ${how}` : 'has told its home'
        add(`${this.#tags.tag(link)}: ${fromName} ${kind === 'silent' ? 'is silent' : said}`)
        return
      }
      case 'heartbeat':
        add(this.#links.beat(row.row, now), row.row.id)
        return
      case 'handler':
        add(this.#handlers.line(row.row, row.open), row.row.id)
        return
      case 'copied':
        add(row.rows === undefined ? 'transcript copied' : `transcript copied: ${String(row.rows)} rows`)
        return
      case 'forgotten':
        add('forgotten')
        return
      default:
        return
    }
  }

  #endTurn(lines: Line[], { id, agent, n, outcome }: Turn, rows: readonly Row[]): void {
    const status = takeLine(lines, ({ of }) => of === agent)
    const read = rows.flatMap((row) => (row.table === 'message' && row.row.turn === id ? [row.row.id] : []))
    const answered = this.#takeMessages(lines, read, 'answered').map((tag) => `, ${tag} answered`)
    const ended = `turn ${String(n)} ended: ${outcome}${answered.join('')}`
    lines.unshift(status === null ? { text: ended } : { text: `${status}, ${ended}`, of: agent })
  }

  /** Removes the lines that only tell that these messages are in this state, and returns their tags. */
  #takeMessages(lines: Line[], ids: readonly string[], state: Message['state']): readonly string[] {
    return ids
      .filter((id) => takeLine(lines, (line) => line.of === id && line.state === state) !== null)
      .map((id) => this.#tags.tag(id))
  }

  #addAgent(add: (text: string, of?: string) => void, is: Agent, was: Agent | undefined): void {
    const [unread, left] = [was?.unread.length ?? 0, is.unread.length]
    if (left < unread) add(`${is.name}: ${String(unread)} were unread, ${String(left)} are`)
    const shown = is.notices?.last
    if (shown && shown.row !== was?.notices?.last?.row)
      add(`${is.name} shows its user ${String(shown.count)}: ${shown.text}`)
    for (const name of settingNames)
      if (was && was[name] !== is[name]) add(`${is.name}: ${name} ${is[name] ?? 'none'}`)
    if (was?.status === is.status && isDeepStrictEqual(was.reason, is.reason)) return
    const why = is.reason ? ` (${agentReasonWords(is.reason, 'user')})` : ''
    add(`${is.name} is ${is.status}${why}`, is.id)
  }

  #message({ id, fromName, state, reason, inInput, reply, ahead, card }: Message): Line {
    const answered = reply
      ? `${reply.implicit ? 'by its final text' : 'replied'}: ${reply.text.replaceAll('\n', '\\n')}`
      : ''
    const why = messageReasonWords(reason, 'user')
    const asks = state === 'queued' && card ? (card.later ? 'put off' : 'asks the user') : ''
    const gone = state === 'written' && ahead ? `ahead of earlier mail: ${ahead}` : ''
    const facts = [inInput ? 'in the input' : '', gone, asks, why, answered].filter((fact) => fact !== '')
    const isOnly = facts.length === 0 && this.#toldMessages.has(id)
    this.#toldMessages.add(id)
    const text = `${this.#tags.tag(id)} from ${fromName}: ${state}${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`
    return isOnly ? { text, of: id, state } : { text, of: id }
  }

  #entry({ kind, authorName, text, way = 'began', end = 'done', half, attachments }: Entry): string {
    const marks = [kind as string, ...(way === 'began' ? [] : [way]), ...(end === 'done' ? [] : [end])]
      .concat(half ? ['half'] : [])
      .join(', ')
    const attached = attachments ? ` + ${attachedNames(attachments)}` : ''
    return `row [${marks}] ${authorName}: ${firstWords(this.#tags.labelled(text))}${attached}`
  }

  /** An effect, as lines, behind the status of its agent if that is told with it; `state`: after it. */
  #effect(effect: Effect, status: string | null, lines: Line[], state: State): readonly string[] {
    const behind = status === null ? '=>' : `${status} =>`
    if (effect.do === 'handler.readFile' || 'gathering' in effect) {
      const what = 'gathering' in effect ? effect.gathering : effect.message
      return [`${behind} ${effect.do} ${this.#tags.tag(what)}`]
    }
    if (effect.do === 'envelope.send')
      return effect.envelopes.map(
        ({ n, kind, body }) =>
          `=> envelope.send ${effect.machine} ${String(n)} ${kind} ${this.#tags.labelled(JSON.stringify(body, promptsNamed))}`,
      )
    const of = state.agents.get(effect.agent)
    const whose = status === null ? ` ${of?.agent.name ?? 'it'}` : ''
    const head = `${behind} ${effect.do}${whose}`
    if (effect.do !== 'agent.write') return [`${head}${setUpWords(effect)}`]
    const frame = of?.frames.find(({ id }) => id === effect.frame)
    const messages = this.#takeMessages(lines, frame?.messages ?? [], 'written').join(', ')
    const how = `${messages === '' ? '' : ` ${messages}`}${effect.how === 'begin' ? '' : ` (${effect.how})`}${effect.isFromUser ? ' as the user' : ''}`
    const [first = '', ...more] = promptLines(this.#tags.labelled(effect.text))
    return [
      ...(more.length === 0
        ? [`${head}${how} | ${first}`]
        : [`${head}${how}`, ...[first, ...more].map((l) => `   | ${l}`)]),
      ...(effect.pictures ?? []).map(({ path }) => `   shows ${path}`),
    ]
  }
}

/** Janus's words to a member of a gathering elsewhere, as those to one here. */
const promptsNamed = (key: string, value: unknown): unknown =>
  key === 'body' && typeof value === 'string' ? (named(value) ?? value) : value

/** What a process is started with, or set to, beside what is usual; empty: nothing. */
function setUpWords(effect: Effect): string {
  const set = effect.do === 'agent.start' ? effect.launch : effect.do === 'agent.configure' ? effect : null
  if (set === null) return ''
  const told = 'instructions' in set && set.instructions !== '' ? `told: ${set.instructions}` : ''
  const effort = set.effort === null ? '' : `effort ${set.effort}`
  const words = [effort, told].filter((part) => part !== '').join(', ')
  return words === '' ? '' : ` (${words})`
}

/** The whole timeline as a story tells it: what happened, when, and why; of messages the store knows the rest. */
export function timelineLines(store: Store): readonly string[] {
  return store.timeline(wholeTimeline, null, Number.MAX_SAFE_INTEGER).map((entry) => {
    const { from, to, text, sealed, at, fact } = entry
    const stored = fact.kind === 'message' ? store.message(fact.message) : null
    const as: MessageFate['as'] = stored?.isReply ? 'replied' : stored?.expectsReply ? 'asked' : 'said'
    const message = stored && {
      as,
      priority: stored.priority,
      thread: stored.thread,
      state: stored.state,
      stateAt: stored.stateAt,
      turn: null,
      isGone: false,
      reason: stored.reason,
      waits: null,
    }
    const row = { fact, from, message, cause: null } as const
    const who = [from && nameOf(from), whatWords(row), to.map(nameOf).join(', ')]
    const words = sealed ? '(under seal)' : text.split('\n')[0]
    const why = fact.kind === 'message' ? '' : whyWords(row, 'user')
    const said = [...who, words && `“${words}”`].filter(Boolean).join(' ')
    return `  ${String(at / 1000)} s ${fact.kind}: ${said}${why === '' ? '' : ` (${why})`}`
  })
}

/** The user of the stories is Mo. */
const nameOf = ({ name }: Actor): string => (name === 'You' ? 'Mo' : name)
