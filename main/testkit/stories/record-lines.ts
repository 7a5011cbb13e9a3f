import { contextWords } from '../../contract/agents/context.ts'
import { allTokens, type Day, type Used } from '../../contract/budget/budget.ts'
import { closingWords } from '../../contract/gatherings/closing-words.ts'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import { handlerWords } from '../../contract/handlers/handler-words.ts'
import type { Handler } from '../../contract/handlers/handlers.ts'
import type { Link } from '../../contract/links/links.ts'
import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import { timerReasonWords } from '../../contract/timers/timer-words.ts'
import { countFounded } from '../../core/gatherings/parse-harvest.ts'
import type { Row } from '../../core/step/effects.ts'
import type { Scene } from './scene.ts'

export function gatheringLine(scene: Scene, g: Gathering): string {
  const facts = [g.stage === 'running' ? `${g.phase} ${g.round}` : g.stage]
  if (g.piece) {
    const { id, number, beat, beats, clockFrom, stopped } = g.piece
    const seat = g.seats.find((one) => one.number === number)
    const clock = clockFrom === null ? 'not written' : `${(scene.now - clockFrom) / 1000} s`
    facts.push(
      `piece ${scene.tag(id)} with ${seat?.name ?? '?'} (${number}), beat ${beat}/${beats}, ${clock}`,
    )
    if (stopped) facts.push(`stands for ${stopped.by.join(', ')}`)
  }
  if (g.spokenSeats.length > 0) facts.push(`had their turn: ${g.spokenSeats.join(' ')}`)
  if (g.harvesting?.draft) facts.push('asked once more')
  const { unfounded } = countFounded(g.harvest?.text ?? '', g.index)
  if (unfounded > 0) facts.push(`${unfounded} of its harvest rest on nothing`)
  if (g.paused) facts.push(`paused by ${g.paused.name}`)
  if (g.user?.away) facts.push('the user is away')
  if (g.forkedFrom) facts.push(`forked from ${scene.tag(g.forkedFrom.gathering)}`)
  if (g.forks.length > 0)
    facts.push(`forked into ${g.forks.map(({ gathering }) => scene.tag(gathering)).join(' ')}`)
  if (g.closed) facts.push(`closed (${g.closed.kind}): ${closingWords(g.closed, 'agent')}`)
  return `circle ${scene.tag(g.id)}: ${facts.join('; ')}`
}

export function utteranceLine(scene: Scene, row: Utterance): string {
  const { id, kind, number, name, text, sealed, sent, cut } = row
  const who = number === null ? name : `${name} (${number})`
  const to = sent.length > 0 ? ` -> ${sent.map((one) => one.number).join(' ')}` : ''
  const marks = `${sealed ? ', sealed' : ''}${cut ? ', cut short' : ''}`
  return `row ${scene.tag(id)} [${kind}${marks}] ${who}: ${text.replaceAll('\n', '\\n')}${to}`
}

export function linkLine(scene: Scene, link: Link): string {
  const { id, mode, mutedMembers, budgetUsed, budgetGranted, stoppedByLoop, closed, machines } = link
  const facts = [
    link.name === undefined ? mode : `"${link.name}", ${mode}`,
    `${String(budgetUsed)} of ${String(budgetGranted)}`,
  ]
  const muted = mutedMembers.map((one) => scene.nameOf(one))
  if (muted.length > 0) facts.push(`${muted.join(', ')} absorbs`)
  if (stoppedByLoop) facts.push('rests by your word')
  if (machines?.home) facts.push(`kept by ${machines.home}`)
  if (machines && machines.asked.length > 0) facts.push(`${String(machines.asked.length)} asked`)
  if (machines?.leaving?.length) facts.push(`${String(machines.leaving.length)} leaving`)
  if (closed) facts.push(`closed by ${closed.name}`)
  return `link ${scene.tag(id)}: ${facts.join(', ')}`
}

export function timerLine(scene: Scene, heartbeat: Heartbeat): string {
  const { id, agent, intent, state, reason, dueAt, note } = heartbeat
  const when = state === 'armed' ? ` in ${String((dueAt - scene.now) / 1000)} s` : ''
  const why = reason ? ` (${timerReasonWords(reason, 'user')})` : ''
  return `timer ${scene.tag(id)} of ${scene.nameOf(agent)}: ${intent} ${state}${when}${why} "${note}"`
}

export function handlerLine(scene: Scene, handler: Handler, isOpen: boolean): string {
  const { id, agent, name, isOn, when, then, asks, did } = handler
  const from =
    typeof when.from === 'string' ? when.from : when.from.map((one) => ({ id: one, name: scene.nameOf(one) }))
  const facts = [isOpen ? (isOn ? 'on' : 'off') : 'removed']
  if (did > 0) facts.push(`did ${String(did)}`)
  if (asks.length > 0) facts.push(`asks about ${asks.map(({ message }) => scene.tag(message)).join(', ')}`)
  const words = handlerWords({ ...when, from }, then)
  return `handler ${scene.tag(id)} of ${scene.nameOf(agent)} (${facts.join('; ')}) "${name}": ${words}`
}

/** A day's or a turn's usage; null for other rows. */
export function useLine(row: Row): string | null {
  if (row.table === 'day') return `day ${row.row.date}: ${usedWords(row.row.used)}${timerWords(row.row)}`
  if (row.table !== 'entry' || row.row.note?.kind !== 'used') return null
  const { context } = row.row.note
  const full = context === null ? '' : `, ${contextWords(context)}`
  return `used ${usedWords({ ...row.row.note, costUsd: row.row.note.costUsd ?? 0 })}${full}`
}

/** `; check of a "Look at b.": $0.01, 100 tokens`. */
const timerWords = ({ timers }: Day): string =>
  Object.values(timers)
    .map((part) => `; ${part.intent} of ${part.agent} "${part.name}": ${usedWords(part)}`)
    .join('')

/** `$0.02, 400 tokens`. */
const usedWords = ({ costUsd, tokens }: Pick<Used, 'costUsd' | 'tokens'>): string =>
  `$${costUsd.toFixed(2)}, ${String(allTokens(tokens))} tokens`
