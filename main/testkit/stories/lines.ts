import { settingNames } from '../../contract/agents/agent-fields.ts'
import { isDeepStrictEqual } from 'node:util'
import { attachedNames } from '../../contract/mail/attachments.ts'
import { agentReasonWords } from '../../contract/agents/agent-words.ts'
import { messageReasonWords } from '../../contract/mail/message-words.ts'
import type { Effect, Row } from '../../core/step/effects.ts'
import type { Answer } from '../../core/step/events.ts'
import type { State } from '../../core/step/state.ts'
import { useLine } from './budget.ts'
import type { Circle } from './circle.ts'
import { firstWords, named, promptLines } from './prompts.ts'
import type { HandlerWords } from './handlers.ts'
import type { LinkWords } from './links.ts'
import type { Tags } from './tags.ts'

/** How a story tells what the core made of a command: its answer, the rows it wrote, its effects. */
export class StoryLines {
  readonly #tags: Tags
  readonly #links: LinkWords
  readonly #handlers: HandlerWords
  readonly #circle: Circle

  constructor(tags: Tags, links: LinkWords, handlers: HandlerWords, circle: Circle) {
    this.#tags = tags
    this.#links = links
    this.#handlers = handlers
    this.#circle = circle
  }

  /** An answer in a few words. */
  answer(answer: Answer, now: number): string {
    switch (answer.kind) {
      case 'message':
        return [
          `${this.#tags.tag(answer.message.id)}${answer.position > 0 ? ` at place ${String(answer.position)}` : ''}`,
          ...(answer.closed === undefined ? [] : [`closed ${this.#tags.tag(answer.closed)}`]),
        ].join(', ')
      case 'refused':
        return `${answer.refusal.code}: ${answer.refusal.message}`
      case 'link':
        return this.#links.link(answer.link)
      case 'heartbeat':
        return this.#links.beat(answer.heartbeat, now)
      case 'handler':
        return this.#tags.tag(answer.handler.id)
      case 'gathering':
        return this.#tags.tag(answer.gathering.id)
      case 'passing':
        return `passes with ${answer.line}`
      case 'spread':
        return answer.sent.map((one) => this.answer(one.answer, now)).join('; ')
      case 'wish':
        return answer.agent === null ? 'proposed' : 'open'
      case 'notice':
        return answer.shown ? 'shown' : `shown in ${String(answer.inSeconds)} s`
      case 'agent':
      case 'done':
        return answer.kind
    }
  }

  /** A row that is written, as lines; `before`: the state without it. */
  row(row: Row, before: State, now: number): readonly string[] {
    const lines: string[] = []
    if (row.table === 'agent') {
      const was = before.agents.get(row.row.id)?.agent
      const [unread, left] = [was?.unread.length ?? 0, row.row.unread.length]
      if (left < unread) lines.push(`  ${row.row.name}: ${String(unread)} were unread, ${String(left)} are`)
      const shown = row.row.notices?.last
      if (shown && shown.row !== was?.notices?.last?.row)
        lines.push(`  ${row.row.name} shows its user ${String(shown.count)}: ${shown.text}`)
      for (const name of settingNames)
        if (was && was[name] !== row.row[name])
          lines.push(`  ${row.row.name}: ${name} ${row.row[name] ?? 'none'}`)
      if (was?.status === row.row.status && isDeepStrictEqual(was.reason, row.row.reason)) return lines
      lines.push(
        `  ${row.row.name} is ${row.row.status}${row.row.reason ? ` (${agentReasonWords(row.row.reason, 'person')})` : ''}`,
      )
    }
    if (row.table === 'gathering') lines.push(`  ${this.#circle.line(row.row, now)}`)
    if (row.table === 'utterance') lines.push(`  ${this.#circle.row(row.row)}`)
    // Who is given what is in the row, and in what is written.
    const isOrdinary = ['queued', 'written', 'read', 'answered']
    if (row.table === 'message' && (row.row.spoken === null || !isOrdinary.includes(row.row.state))) {
      const { id, fromName, state, reason, inInput, reply, ahead, card } = row.row
      const answered = reply
        ? `${reply.implicit ? 'by its final text' : 'replied'}: ${reply.text.replaceAll('\n', '\\n')}`
        : ''
      const why = messageReasonWords(reason, 'person')
      const asks = state === 'queued' && card ? (card.later ? 'put off' : 'asks the person') : ''
      const gone = state === 'written' && ahead ? `ahead of earlier mail: ${ahead}` : ''
      const facts = [inInput ? 'in the input' : '', gone, asks, why, answered].filter((fact) => fact !== '')
      lines.push(
        `  ${this.#tags.tag(id)} from ${fromName}: ${state}${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`,
      )
    }
    if (row.table === 'turn' && !row.open) lines.push(`  turn ${String(row.row.n)} ended: ${row.row.outcome}`)
    const used = useLine(row)
    if (used !== null) {
      lines.push(used)
      return lines
    }
    if (row.table === 'entry') {
      const { kind, authorName, text, way = 'began', end = 'done' } = row.row
      const marks = [kind as string, ...(way === 'began' ? [] : [way]), ...(end === 'done' ? [] : [end])]
        .concat(row.row.half ? ['half'] : [])
        .join(', ')
      const attached = row.row.attachments ? ` + ${attachedNames(row.row.attachments)}` : ''
      lines.push(`  row [${marks}] ${authorName}: ${firstWords(this.#tags.labelled(text))}${attached}`)
    }
    if (row.table === 'link') lines.push(`  ${this.#links.link(row.row)}`)
    if (row.table === 'crossing') {
      const { link, fromName, kind, sent } = row.row
      const how = sent.map(({ toName, carriage }) => `${toName} (${carriage})`).join(', ')
      const said = how ? `crosses to ${how}` : 'has told its home'
      lines.push(`  ${this.#tags.tag(link)}: ${fromName} ${kind === 'silent' ? 'is silent' : said}`)
    }
    if (row.table === 'heartbeat') lines.push(`  ${this.#links.beat(row.row, now)}`)
    if (row.table === 'handler') lines.push(`  ${this.#handlers.line(row.row, row.open)}`)
    if (row.table === 'copied')
      lines.push(
        row.rows === undefined ? '  transcript copied' : `  transcript copied: ${String(row.rows)} rows`,
      )
    if (row.table === 'forgotten') lines.push('  forgotten')
    return lines
  }

  /** An effect, as lines; `state`: after it. */
  effect(effect: Effect, state: State): readonly string[] {
    if (effect.do === 'handler.readFile' || 'gathering' in effect) {
      const what = 'gathering' in effect ? effect.gathering : effect.message
      return [`  => ${effect.do} ${this.#tags.tag(what)}`]
    }
    if (effect.do === 'post.send')
      return effect.envelopes.map(
        ({ n, kind, body }) =>
          `  => post.send ${effect.house} ${String(n)} ${kind} ${this.#tags.labelled(JSON.stringify(body, promptsNamed))}`,
      )
    const name = state.agents.get(effect.agent)?.agent.name ?? 'it'
    if (effect.do !== 'agent.write') return [`  => ${effect.do} ${name}${setUpWords(effect)}`]
    const text = this.#tags.labelled(effect.text)
    const how = effect.how === 'begin' ? '' : ` (${effect.how})`
    const [first = '', ...more] = promptLines(text)
    const head = `  => agent.write ${name}${how}${effect.human ? ' as the person' : ''}`
    return [
      ...(more.length === 0 ? [`${head} | ${first}`] : [head, ...[first, ...more].map((l) => `     | ${l}`)]),
      ...(effect.pictures ?? []).map(({ path }) => `     shows ${path}`),
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
