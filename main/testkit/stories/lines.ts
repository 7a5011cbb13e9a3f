import type { SubagentUse } from '../../contract/agents/subagents.ts'
import { isDeepStrictEqual } from 'node:util'
import { settingNames } from '../../contract/agents/agent-fields.ts'
import type { MessageFate } from '../../contract/history/timeline.ts'
import { whatWords, whyWords } from '../../contract/history/timeline-words.ts'
import { attachedNames } from '../../contract/mail/attachments.ts'
import { agentReasonWords } from '../../contract/agents/agent-words.ts'
import { messageReasonWords } from '../../contract/mail/message-words.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Actor, AgentId, Entry } from '../../contract/api/model.ts'
import type { Effect, Row } from '../../core/step/effects.ts'
import type { Answer } from '../../core/step/events.ts'
import type { Turn } from '../../core/step/frames-and-turns.ts'
import type { Agent, State } from '../../core/step/state.ts'
import { needsOf } from '../../core/step/status.ts'
import type { Update } from '../../core/update.ts'
import type { Store } from '../../ports/ports.ts'
import { wholeTimeline } from '../factories/timeline-entries.ts'
import { isAbsorbed } from '../simulation/ledger.ts'
import { firstWords, named, promptLines } from './prompts.ts'
import { gatheringLine, handlerLine, linkLine, timerLine, useLine, utteranceLine } from './record-lines.ts'
import { filesLine, taskLine, runLines } from './work-verbs.ts'
import type { Scene } from './scene.ts'

interface Line {
  readonly text: string
  readonly of?: string
  /** Set if the line shows only a message's state. */
  readonly state?: Message['state']
  /** Lines of a group are joined into one, with their `item`s in place of the dots. */
  readonly group?: string
  readonly item?: string
  /** A transcript row: whether it was written the usual way. */
  readonly row?: 'usual' | 'odd'
}

/** The lines' texts; those of a group are joined at its first. */
function joined(lines: readonly Line[]): readonly string[] {
  const groups = Map.groupBy(lines, (line) => line.group ?? line)
  return [...groups].flatMap(([group, run]) => {
    const items = run.map(({ item }) => item).join(', ')
    return run.length > 1 && typeof group === 'string'
      ? group.replace('…', () => items)
      : (run[0]?.text ?? [])
  })
}

/** Removes a record's line, and returns its text. */
function takeLine(lines: Line[], isIt: (line: Line) => boolean): string | null {
  const at = lines.findIndex(isIt)
  return at < 0 ? null : (lines.splice(at, 1)[0]?.text ?? null)
}

/** Names of the receivers to whom an agent's text crossed. */
const crossedTo = (rows: readonly Row[], from: AgentId): string =>
  rows
    .flatMap((row) => (row.table === 'crossing' && row.row.from === from ? row.row.sent : []))
    .map(({ toName }) => toName)
    .join(', ')

/** Whether the answer's message was written at once, which the effect shows. */
function isWrittenAtOnce(
  { message, position, closed }: Extract<Answer, { kind: 'message' }>,
  effects: readonly Effect[],
  { agents }: State,
): boolean {
  const frame = agents.get(message.to)?.frames.find(({ messages }) => messages.includes(message.id))
  const isTold = effects.some((effect) => effect.do === 'agent.write' && effect.frame === frame?.id)
  return isTold && position === 1 && closed === undefined
}

/** Whether a prompt was read, and all its transcript rows are usual. */
function isReadAsWritten(lines: readonly Line[], before: State, { agents }: State): boolean {
  const read = [...agents.values()].flatMap(({ agent, frames }) => {
    const were = before.agents.get(agent.id)?.frames ?? []
    return frames.filter(
      ({ id, phase }) => phase === 'started' && were.find((one) => one.id === id)?.phase !== 'started',
    )
  })
  const wanted = read.reduce((sum, { messages, prompt }) => sum + messages.length + (prompt ? 1 : 0), 0)
  const rows = lines.flatMap(({ row }) => row ?? [])
  return read.length > 0 && rows.length >= wanted && !rows.includes('odd')
}

/** Whether a row's author and way are as its read message implies. */
function isUsualRow({ kind, authorName, way = 'began' }: Entry, message: Message | null): boolean {
  if (message === null) return way === 'began'
  const { from, fromName, spoken, state } = message
  const isOwn = from.kind === 'user' && spoken === null
  const usualKind = from.kind === 'system' ? 'system' : isOwn ? 'user' : 'peer'
  const usualWay = isAbsorbed(message) ? 'absorbed' : 'began'
  return state === 'read' && kind === usualKind && authorName === fromName && way === usualWay
}

/** Formats what the core made of a command: answer, rows and effects. */
export class StoryLines {
  readonly #scene: Scene
  /** The last line of each gathering, link and timer. */
  readonly #records = new Map<string, string>()
  /** The last unread input of each agent. */
  readonly #written = new Map<AgentId, string>()
  /** Each agent's last turn number. */
  readonly #turns = new Map<AgentId, number>()
  /** Notes that come with each agent's next input. */
  readonly #notes = new Map<AgentId, string>()

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /**
   * Formats an event's result; `before`: the state without it. What belongs together is one line: a row that
   * is the answer; a message that is read, with its transcript row; an agent's status, with the end of its
   * turn, the messages that it answered, and the following effect; messages with the same new state. What is
   * as usual is omitted: that a message is written at once, which the effect shows; text that is read exactly
   * as written; an agent's next turn that ends completed, with all its messages answered and its agent idle
   * or at the next prompt.
   */
  update({ answer, rows, effects, state }: Update, before: State): readonly string[] {
    const isAtOnce = answer?.kind === 'message' && isWrittenAtOnce(answer, effects, state)
    let lines: Line[] = []
    for (const row of rows) this.#addRow(lines, row, rows, before)
    if (isReadAsWritten(lines, before, state)) lines = lines.filter(({ row }) => row === undefined)
    for (const row of rows)
      if (row.table === 'turn' && !row.open) this.#endTurn(lines, row.row, { rows, before, effects })
    // A plain acknowledgment follows from the rest of the trace.
    const told = answer && !isAtOnce ? this.#answer(answer, lines) : ''
    if (told !== '') lines.unshift({ text: `answer: ${told}` })
    for (const [id, after] of state.agents) {
      const was = before.agents.get(id)
      const { name } = after.agent
      if (was?.healthWarning?.is !== after.healthWarning?.is)
        lines.push({ text: `${name} is ${after.healthWarning?.is ?? 'well'}` })
      const [needed, needs] = [was ? needsOf(was) : null, needsOf(after)]
      if (needed !== needs) lines.push({ text: `${name} needs ${needs ?? 'nothing'}` })
    }
    for (const effect of effects) {
      const status = 'agent' in effect ? takeLine(lines, ({ of }) => of === effect.agent) : null
      lines.push(...this.#effect(effect, status, lines, state).map((text) => ({ text })))
    }
    return joined(lines).map((text) => `  ${text}`)
  }

  /** A short answer, empty for a plain acknowledgment; moves the line of its row into the answer. */
  #answer(answer: Answer, lines: Line[]): string {
    const rowOf = (id: string) => takeLine(lines, ({ of }) => of === id) ?? this.#scene.tag(id)
    const once = (told: string) => takeLine(lines, ({ text }) => text === told) ?? told
    switch (answer.kind) {
      case 'message': {
        const place = answer.position > 0 ? `, at place ${String(answer.position)}` : ''
        const closed = answer.closed === undefined ? '' : `, closed ${this.#scene.tag(answer.closed)}`
        return `${rowOf(answer.message.id)}${place}${closed}`
      }
      case 'refused':
        return `${answer.refusal.code}: ${answer.refusal.message}`
      case 'link':
        return once(linkLine(this.#scene, answer.link))
      case 'heartbeat':
        return once(timerLine(this.#scene, answer.heartbeat))
      case 'handler':
        return rowOf(answer.handler.id)
      case 'task':
        return once(taskLine(this.#scene, answer.task))
      case 'edit':
        return answer.words.replaceAll('\n', ' / ')
      case 'gathering':
        return takeLine(lines, ({ of }) => of === answer.gathering.id) ?? ''
      case 'passing':
        return `passes with ${answer.line}`
      case 'broadcast':
        return answer.sent.map((one) => this.#answer(one.answer, lines)).join('; ')
      case 'tabProposal':
        return answer.agent === null ? 'proposed' : 'open'
      case 'notice':
        return answer.shown ? 'shown' : `shown in ${String(answer.inSeconds)} s`
      case 'agent':
      case 'done':
        return ''
    }
  }

  #addRow(lines: Line[], row: Row, rows: readonly Row[], before: State): void {
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
      case 'gathering':
        this.#addRecord(lines, row.row.id, gatheringLine(this.#scene, row.row))
        return
      case 'utterance': {
        const told = utteranceLine(this.#scene, row.row)
        const g = this.#scene.state.gatherings.get(row.row.gathering)
        // The gathering's line shows which phase has begun.
        if (row.row.kind !== 'phase' || row.row.text !== '' || row.row.phase !== g?.phase) add(told)
        return
      }
      case 'message':
        // The receivers follow from the row and the written input.
        if (row.row.spoken === null || !['queued', 'written', 'read', 'answered'].includes(row.row.state))
          lines.push(this.#message(row.row))
        return
      case 'entry': {
        // The crossing's line has the receivers.
        if (row.row.kind === 'crossing' && crossedTo(rows, row.row.agent) === row.row.text) return
        const read = takeLine(lines, ({ of, text }) => of === row.row.message && text.endsWith(': read'))
        lines.push(this.#entry(row.row, read))
        return
      }
      case 'link':
        this.#addRecord(lines, row.row.id, linkLine(this.#scene, row.row))
        return
      case 'crossing': {
        const { link, n, fromName, kind, sent } = row.row
        const how = sent.map(({ toName, carriage }) => `${toName} (${carriage})`).join(', ')
        const said = how ? `crosses to ${how}` : 'has told its home'
        const isCounted = (this.#scene.state.links.get(link)?.rows ?? n) >= n
        const what = `${kind === 'silent' ? 'is silent' : said}${isCounted ? '' : ', not counted'}`
        add(`${this.#scene.tag(link)}: ${fromName} ${what}`)
        return
      }
      case 'heartbeat':
        this.#addRecord(lines, row.row.id, timerLine(this.#scene, row.row))
        return
      case 'handler':
        add(handlerLine(this.#scene, row.row, row.open), row.row.id)
        return
      case 'task':
        add(row.open ? taskLine(this.#scene, row.row) : `${this.#scene.tag(row.row.id)} is forgotten`)
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

  /** Omits a record whose line is unchanged. */
  #addRecord(lines: Line[], id: string, text: string): void {
    if (this.#records.get(id) !== text) lines.push({ text, of: id })
    this.#records.set(id, text)
  }

  #endTurn(
    lines: Line[],
    { id, agent, n, outcome }: Turn,
    { rows, before, effects }: Pick<Update, 'rows' | 'effects'> & { readonly before: State },
  ): void {
    const status = takeLine(lines, ({ of }) => of === agent)
    const settled = new Map(
      rows.flatMap((row) => (row.table === 'message' && row.row.turn === id ? [[row.row.id, row.row]] : [])),
    )
    const answered = this.#takeMessages(lines, [...settled.keys()], 'answered')
    const was = before.agents.get(agent)
    const read = was?.mailbox.filter(({ turn }) => turn === id) ?? []
    const written = was?.frames.flatMap(({ messages }) => messages) ?? []
    const goesOn = effects.some((effect) => effect.do === 'agent.write' && effect.agent === agent)
    const isNext = n === (this.#turns.get(agent) ?? 0) + 1
    this.#turns.set(agent, n)
    const isUsual =
      outcome === 'completed' &&
      isNext &&
      read.every((one) => settled.get(one.id)?.state === 'answered' && written.includes(one.id)) &&
      (status === null ? goesOn : status === `${was?.agent.name ?? ''} is idle`)
    if (isUsual) return
    const ended = `turn ${String(n)} ended: ${outcome}${answered.map((tag) => `, ${tag} answered`).join('')}`
    lines.unshift(status === null ? { text: ended } : { text: `${status}, ${ended}`, of: agent })
  }

  /** Removes the lines that show only that these messages are in this state, and returns their tags. */
  #takeMessages(lines: Line[], ids: readonly string[], state: Message['state']): readonly string[] {
    return ids
      .filter((id) => takeLine(lines, (line) => line.of === id && line.state === state) !== null)
      .map((id) => this.#scene.tag(id))
  }

  #addAgent(add: (text: string, of?: string) => void, is: Agent, was: Agent | undefined): void {
    const [unread, left] = [was?.unread.length ?? 0, is.unread.length]
    if (left < unread) add(`${is.name}: ${String(unread)} were unread, ${String(left)} are`)
    const shown = is.notices?.last
    if (shown && shown.row !== was?.notices?.last?.row)
      add(`${is.name} shows its user ${String(shown.count)}: ${shown.text}`)
    const files = filesLine(this.#scene, is, was?.files)
    if (files !== '') add(files)
    for (const name of settingNames)
      if (was && was[name] !== is[name]) add(`${is.name}: ${name} ${is[name] ?? 'none'}`)
    for (const line of runLines(is.name, was?.worktree, is.worktree)) add(line)
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
    const item = this.#scene.tag(id)
    const told = ` from ${fromName}: ${state}${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`
    const line = { text: `${item}${told}`, of: id, group: `…${told}`, item }
    return facts.length === 0 ? { ...line, state } : line
  }

  /** A transcript row; `read`: the line of the message that was read with it. */
  #entry(row: Entry, read: string | null): Line {
    const { agent, kind, authorName, text, way = 'began', end = 'done', half, attachments, subagent } = row
    if (subagent) return { text: `subagent of ${row.call ?? ''}: ${subagentLine(subagent)}`, row: 'odd' }
    const marks = [kind as string, ...(way === 'began' ? [] : [way]), ...(end === 'done' ? [] : [end])]
      .concat(half ? ['half'] : [])
      .join(', ')
    const attached = attachments ? ` + ${attachedNames(attachments)}` : ''
    const told = `row [${marks}] ${authorName}: ${firstWords(this.#scene.labelled(text))}${attached}`
    const line = { text: read === null ? told : `${read}, ${told}`, row: 'odd' } as const
    if (attachments || !this.#isAsWritten(agent, text)) return line
    const tag = read === null ? '' : `${read.split(' ')[0] ?? ''} `
    const message = row.message && this.#scene.store.message(row.message)
    return {
      ...line,
      group: 'read as written: …',
      item: `[${marks}] ${tag}${authorName}`,
      row: isUsualRow(row, message) ? 'usual' : 'odd',
    }
  }

  /** Whether the last written prompt has this text, after what was read of it before. */
  #isAsWritten(agent: AgentId, text: string): boolean {
    const prompt = this.#written.get(agent) ?? ''
    const at = prompt.indexOf(text)
    if (text === '' || at < 0) return false
    this.#written.set(agent, prompt.slice(at + text.length))
    return true
  }

  /** An effect's lines, after its agent's status if both belong together; `state`: after the event. */
  #effect(effect: Effect, status: string | null, lines: Line[], state: State): readonly string[] {
    const behind = status === null ? '=>' : `${status} =>`
    if (effect.do === 'handler.readFile' || 'gathering' in effect) {
      const what = 'gathering' in effect ? effect.gathering : effect.message
      return [`${behind} ${effect.do} ${this.#scene.tag(what)}`]
    }
    if (effect.do === 'envelope.send')
      return effect.envelopes.map(
        ({ n, kind, body }) =>
          `=> envelope.send ${effect.machine} ${String(n)} ${kind} ${this.#scene.labelled(JSON.stringify(body, promptsNamed))}`,
      )
    const of = state.agents.get(effect.agent)
    const whose = status === null ? ` ${of?.agent.name ?? 'it'}` : ''
    const head = `${behind} ${effect.do}${whose}`
    if (effect.do !== 'agent.write') return [`${head}${setUpWords(effect)}`]
    const note = this.#notes.get(effect.agent) ?? ''
    this.#written.set(effect.agent, note + effect.text)
    this.#notes.set(effect.agent, effect.how === 'note' ? `${note}${effect.text}\n` : '')
    const frame = of?.frames.find(({ id }) => id === effect.frame)
    const messages = this.#takeMessages(lines, frame?.messages ?? [], 'written').join(', ')
    const how = `${messages === '' ? '' : ` ${messages}`}${effect.how === 'begin' ? '' : ` (${effect.how})`}${effect.isFromUser ? ' as the user' : ''}`
    const [first = '', ...more] = promptLines(this.#scene.labelled(effect.text))
    return [
      ...(more.length === 0
        ? [`${head}${how} | ${first}`]
        : [`${head}${how}`, ...[first, ...more].map((l) => `   | ${l}`)]),
      ...(effect.pictures ?? []).map(({ path }) => `   shows ${path}`),
    ]
  }
}

/** Shortens Janus's text for members of a remote gathering, as for local ones. */
const promptsNamed = (key: string, value: unknown): unknown =>
  key === 'body' && typeof value === 'string' ? (named(value) ?? value) : value

/** Unusual options of a process; empty: none. */
function setUpWords(effect: Effect): string {
  const set = effect.do === 'agent.start' ? effect.launch : effect.do === 'agent.configure' ? effect : null
  if (set === null) return ''
  const told = 'instructions' in set && set.instructions !== '' ? `told: ${set.instructions}` : ''
  const effort = set.effort === null ? '' : `effort ${set.effort}`
  const words = [effort, told].filter((part) => part !== '').join(', ')
  return words === '' ? '' : ` (${words})`
}

/** The timeline as a story shows it: what happened, when and why, with details of stored messages. */
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
      waitReason: null,
    }
    const row = { fact, from, message, cause: null } as const
    const who = [from && nameOf(from), whatWords(row), to.map(nameOf).join(', ')]
    const words = sealed ? '(under seal)' : text.split('\n')[0]
    const why = fact.kind === 'message' ? '' : whyWords(row, 'user')
    const said = [...who, words && `“${words}”`].filter(Boolean).join(' ')
    return `  ${String(at / 1000)} s ${fact.kind}: ${said}${why === '' ? '' : ` (${why})`}`
  })
}

/** The user in stories is Mo. */
const nameOf = ({ name }: Actor): string => (name === 'You' ? 'Mo' : name)

/** `2 tools, 800 tokens, done`. */
const subagentLine = ({ tools, tokens, end }: SubagentUse): string =>
  `${String(tools)} tools, ${String(tokens)} tokens, ${end ?? 'running'}`
