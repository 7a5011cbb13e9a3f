import { isPeers } from '../mail/authors.ts'
import { allTokens } from '../budget/budget.ts'
import type { LinkMode } from '../links/links.ts'
import type { HeartbeatView } from '../timers/heartbeats.ts'
import type { Audience } from './audience.ts'
import { closingWords } from '../gatherings/closing-words.ts'
import { choiceWords, outcomeWords } from '../gatherings/decision-words.ts'
import { optionsOf, type Decision } from '../gatherings/decisions.ts'
import type { ForkPoint } from '../gatherings/gatherings.ts'
import type {
  GatheringLine,
  GatheringReplay,
  GatheringView,
  UtteranceView,
} from '../gatherings/gathering-views.ts'
import type { CrossingView, LinkView } from '../links/link-views.ts'
import type { MessageView, ReplyView, Thread, TicketView, WrittenView } from '../mail/mail-views.ts'
import { becauseWords, messageReasonWords } from '../mail/message-words.ts'
import type { AgentId, Author, Actor } from './model.ts'
import { triggerWords } from '../timers/triggers.ts'
import { timerReasonWords } from '../timers/timer-words.ts'
import type { SearchResult } from '../history/search-views.ts'
import type { HandlerRecord, HandlerTrial, HandlerView } from '../handlers/handlers.ts'
import { pick } from './pick.ts'
import type { AppStatus, KindStatus } from './views.ts'
import type { TimelineFact } from '../history/timeline-entries.ts'
import type { TimelineRow } from '../history/timeline.ts'
import { costOf, fateWords, whatWords, whyWords } from '../history/timeline-words.ts'
import { iso, isoOrNull } from '../words/times.ts'

/**
 * What callers of the HTTP API get, made from the windows' views: names for ids, texts for facts, and ISO
 * 8601 UTC for milliseconds.
 */

/** Who reads a report, and the agents' current names. */
export interface Reader {
  readonly audience: Audience
  readonly nameOf: (agent: AgentId) => string
}

export type MessageReport = ReturnType<typeof messageReport>
export type TicketReport = ReturnType<typeof ticketReport>
export type WrittenReport = ReturnType<typeof writtenReport>
export type ReplyText = ReturnType<typeof replyText>
export type ThreadReport = ReturnType<typeof threadReport>
export type LinkReport = ReturnType<typeof linkReport>
export type CrossingReport = ReturnType<typeof crossingReport>
export type HeartbeatReport = ReturnType<typeof heartbeatReport>
export type GatheringReport = ReturnType<typeof gatheringReport>
export type ReplayReport = ReturnType<typeof replayReport>
export type GatheringSummary = ReturnType<typeof gatheringSummary>
export type SearchResultReport = ReturnType<typeof searchResultReport>
export type HandlerReport = ReturnType<typeof handlerReport>
export type TrialReport = ReturnType<typeof trialReport>
export type TimelineReport = ReturnType<typeof timelineReport>
export type UtteranceReport = ReturnType<typeof utteranceReport>

export function messageReport(view: MessageView, { audience }: Reader) {
  const {
    from,
    fromName,
    to: _to,
    toName,
    text,
    seq: _seq,
    stateAt,
    acceptedAt,
    reason,
    waitReason,
    handled,
    byHandler,
    ...rest
  } = view
  const because = { reason, waitReason }
  return {
    ...rest,
    from: authorName(from, fromName),
    to: toName,
    message: text,
    stateAt: iso(stateAt),
    acceptedAt: iso(acceptedAt),
    reason: becauseWords(because, audience),
    because,
    handled: audience === 'user' ? handledReport(handled) : null,
    /** Written by a handler of its sender's user. */
    byRule: byHandler !== null,
  }
}

/** For its asker and its receiver; `message`: the state of its message. */
export function ticketReport(view: TicketView, { audience }: Reader) {
  const { from, fromName, to: _to, toName, askedAt, expiresAt, reason, reply, ...rest } = view
  return {
    ...rest,
    from: authorName(from, fromName),
    to: toName,
    askedAt: iso(askedAt),
    expiresAt: iso(expiresAt),
    reason: messageReasonWords(reason, audience),
    reply: reply && replyText(reply),
  }
}

export function replyText({ at, ...rest }: ReplyView) {
  return { ...rest, at: iso(at) }
}

export function writtenReport({ reply, ...message }: WrittenView, reader: Reader) {
  return { ...messageReport(message, reader), reply: reply && replyText(reply) }
}

/** In order of acceptance. */
export function threadReport({ messages, ...rest }: Thread, reader: Reader) {
  return { ...rest, messages: messages.map((one) => messageReport(one, reader)) }
}

/** `newest`: newest first. */
export function linkReport(view: LinkView, newest: readonly CrossingView[], { nameOf }: Reader) {
  const { name = null, opened, purpose, closed, pauseReason, machines } = view
  const { budgetUsed: used, budgetGranted: allowed } = view
  const state: 'open' | 'resting' | 'closed' = closed ? 'closed' : pauseReason ? 'resting' : 'open'
  const nameIn = (member: AgentId): string => machines?.names[member] ?? nameOf(member)
  return {
    id: view.id,
    name,
    mode: view.mode,
    pauseReason,
    ...pick(view, ['crossings', 'costUsd']),
    tokens: allTokens(view.spending.tokens),
    state,
    members: view.members.map((one) => ({ id: one, name: nameIn(one), side: sideOf(view, one) })),
    /** The other machine that owns the link; null: this one. */
    keptBy: machines?.home ?? null,
    /** Names of members whose user has not yet agreed to take part. */
    asked: (machines?.asked ?? []).map(nameIn),
    budget: { allowed, used, left: allowed - used },
    opened: { by: opened.name, at: iso(opened.at) },
    purpose: purpose && { by: purpose.name, text: purpose.text },
    closed: closed && { by: closed.name, at: iso(closed.at), why: closed.why },
    crossed: newest.map(({ sent, text, ...crossing }) => ({
      id: crossing.id,
      from: crossing.fromName,
      turn: crossing.turnNumber,
      at: iso(crossing.at),
      /** First 280 characters; empty when the turn had nothing to add. */
      preview: [...text.slice(0, 560)].slice(0, 280).join(''),
      ...pick(crossing, ['words', 'costUsd']),
      to: sent.map(({ toName, carriage }) => ({ name: toName, carriage })),
    })),
  }
}

function sideOf({ mode, mutedMembers: lowered }: LinkView, member: AgentId): LinkMode {
  return lowered.includes(member) && mode !== 'paused' ? 'absorb' : mode
}

/** The text is at most 64 KiB. */
export function crossingReport({ at, sent, ...crossing }: CrossingView, { audience }: Reader) {
  return {
    ...crossing,
    at: iso(at),
    sent: sent.map(({ stateAt, reason, waitReason, ...one }) => ({
      ...one,
      // Deleting an agent deletes its messages, and with them the time.
      stateAt: stateAt === 0 ? null : iso(stateAt),
      reason: becauseWords({ reason, waitReason }, audience),
    })),
  }
}

const standsWords = {
  stopped: 'everything is stopped',
  quiet: 'all timers are switched off',
  closed: 'the tab is closed',
} as const

/**
 * `stands`: why it does not count down. `now`: milliseconds. `firesAt` and `inSeconds` are null unless it
 * counts down.
 */
export function heartbeatReport(
  view: HeartbeatView,
  stands: keyof typeof standsWords | null,
  now: number,
  { audience, nameOf }: Reader,
) {
  const { id, intent, note, about, state, reason, dueAt, set, schedule, fired, trigger, secret } = view
  const waits = stands === null ? '' : standsWords[stands]
  const isArmed = state === 'armed' && stands === null
  return {
    id,
    intent,
    note,
    state,
    schedule,
    fired,
    agent: nameOf(view.agent),
    about: about && (about.id.startsWith('agt-') ? about.name : about.id),
    reason: waits || timerReasonWords(reason, audience),
    firesAt: isArmed ? iso(dueAt) : null,
    inSeconds: isArmed ? Math.max(0, Math.round((dueAt - now) / 1000)) : null,
    setBy: set.by.kind === 'agent' ? nameOf(set.by.id) : set.name,
    ...(trigger ? { trigger: triggerWords(trigger, about?.name ?? '') } : {}),
    ...(secret === undefined ? {} : { secret }),
  }
}

/** `cost` in USD. */
export function gatheringSummary(view: GatheringLine) {
  const { costUsd: cost, path, piece, convened, closed } = view
  return {
    ...pick(view, ['id', 'topic', 'state', 'phase', 'round', 'turns']),
    cost,
    path,
    holder: piece && pick(piece, ['name', 'number', 'turnId']),
    convened: { by: convened.name, at: iso(convened.at) },
    closedBecause: closed && closingWords(closed, 'agent'),
  }
}

/** `rows`: the newest, oldest first. */
export function gatheringReport(view: GatheringView, rows: readonly UtteranceView[]) {
  const { question, structure, harvester, harvest, paused, maxTurns, maxCost } = view
  return {
    ...gatheringSummary(view),
    question,
    structure,
    harvester: harvester.name,
    harvest: harvest?.text ?? null,
    ...(view.decision ? { decision: decisionReport(view.decision) } : {}),
    /** Lines of the harvest that cite nothing that was said. */
    unfounded: unfoundedOf(harvest),
    participants: view.seats.map(({ number, name, role, kind, state }) => ({
      number,
      name,
      role,
      state,
      isUser: kind === 'user',
    })),
    utterances: rows.map(utteranceReport),
    limit: { turns: maxTurns, cost: maxCost },
    paused: paused && { why: paused.why, by: paused.name, at: iso(paused.at) },
    forkedFrom: view.forkedFrom && forkPointReport(view.forkedFrom),
    forks: view.forks.map(({ at, ...fork }) => ({ ...fork, at: iso(at) })),
  }
}

/** Ballots of a round appear when all of them are opened. */
function decisionReport(decision: Decision) {
  const { by, alone, ballots } = decision
  const options = optionsOf(decision)
  const given = ballots.map(({ round, number, name, choice }) => {
    return { round, number, name, answer: choiceWords(choice, options) }
  })
  return { by, alone, options, outcome: decision.outcome && outcomeWords(decision), ballots: given }
}

const forkPointReport = (point: ForkPoint) => ({
  ...pick(point, ['gathering', 'topic', 'utterance']),
  step: point.n,
  ...pick(point, ['number', 'name', 'phase', 'round', 'begins']),
})

export function replayReport(replay: GatheringReplay) {
  return {
    ...pick(replay, ['gathering', 'step', 'of', 'phase', 'round', 'holder', 'beat', 'beats', 'turns']),
    cost: replay.costUsd,
    at: replay.at === 0 ? null : iso(replay.at),
    seats: replay.seats.map((seat) => pick(seat, ['number', 'name', 'state', 'turnsTaken'])),
    utterances: replay.rows.map(utteranceReport),
  }
}

function unfoundedOf(harvest: GatheringView['harvest']): readonly string[] {
  if (!harvest) return []
  const { decided, open, dissent, next } = harvest
  return [...decided, ...open, ...dissent, ...next].flatMap((line) => (line.isUnfounded ? [line.text] : []))
}

/** `text` is null while it is sealed. */
function utteranceReport(row: UtteranceView) {
  const { id, kind, name, number, phase, round, beat, sealed, text, ms, costUsd: cost } = row
  const words = sealed ? null : (markerText(row) ?? text)
  return { id, kind, name, number, phase, round, beat, ms, cost, text: words, at: iso(row.at) }
}

/** The text of a row that only marks an event. */
function markerText({ kind, phase, round }: UtteranceView): string | null {
  if (kind === 'phase') return `The ${phase} begins.`
  return kind === 'opened' ? `The words of round ${String(round)} were opened.` : null
}

/**
 * A search result in `agent`'s conversation. `circle`: the other machine's circle, if the row is the user's
 * there. `message`: for `GET /messages/:id` and `/threads/:id`. `call`: what a tool call did, else empty.
 */
export function searchResultReport(result: SearchResult) {
  const { agentName, circle, authorName: from, parts } = result
  return {
    agent: circle === null ? agentName : 'user',
    ...pick(result, ['circle', 'n', 'kind']),
    from,
    message: result.message,
    at: iso(result.at),
    call: result.call,
    text: parts.map(({ text }) => text).join(''),
    found: parts.filter(({ isMatch }) => isMatch).map(({ text }) => text),
  }
}

/** Agents and users of other machines by name, the user as `user`, Janus as `system`. */
const authorName = (from: Author, name: string): string => (isPeers(from) ? name : from.kind)

/** `on` is named as in the request that creates a handler. */
export function handlerReport({ isOn, agent: _agent, lastAt, ...rest }: HandlerView) {
  return { ...rest, on: isOn, lastAt: isoOrNull(lastAt) }
}

export function trialReport({ matches, ...rest }: HandlerTrial) {
  return { ...rest, matches: matches.map(({ at, ...one }) => ({ ...one, at: iso(at) })) }
}

function handledReport(handled: HandlerRecord | null) {
  if (handled === null) return null
  const { at, handedOverAt } = handled
  return {
    ...pick(handled, ['id', 'name']),
    at: iso(at),
    action: handled.action,
    handedOverAt: isoOrNull(handedOverAt),
  }
}

export interface StatusReport extends Pick<AppStatus, (typeof statusFields)[number]> {
  /** Since when everything is stopped, ISO 8601; null: nothing is. */
  readonly stopped: string | null
  /** The checked kinds of agents, each with its program and what is wrong with it. */
  readonly programs: readonly (Pick<KindStatus, 'kind' | 'path' | 'version' | 'login'> & {
    readonly problem: string | null
  })[]
}

const statusFields = ['version', 'rehearsal', 'shell', 'stateFolder', 'user', 'notices', 'update'] as const

export function statusReport(status: AppStatus): StatusReport {
  const { kinds, settings } = status
  return {
    ...pick(status, statusFields),
    stopped: settings.stopped,
    programs: kinds
      .filter(({ checkedAt }) => checkedAt !== null)
      .map((one) => ({
        ...pick(one, ['kind', 'path', 'version', 'login']),
        problem: one.problem?.words ?? null,
      })),
  }
}

export function timelineReport(row: TimelineRow, audience: Audience) {
  const { n, at, from, to, text, sealed, fact, message, turns, tokens } = row
  return {
    n,
    at: iso(at),
    kind: fact.kind,
    from: from === null ? null : nameOf(from),
    /** With the user's own name, as in the window. */
    fromName: from === null ? null : from.name,
    what: whatWords(row),
    to: to.map(nameOf),
    toNames: to.map(({ name }) => name),
    text,
    sealed,
    why: whyWords(row, audience),
    state: message?.state ?? null,
    became: fateWords(row, audience),
    costUsd: costOf(row),
    tokens,
    turns: turns.map(({ agent, n: turn, costUsd, tokens: of }) => ({ agent, turn, costUsd, tokens: of })),
    place: placeOf(row),
    fact: factReport(fact),
  }
}

function factReport(fact: TimelineFact) {
  if (fact.kind === 'timer') return { ...fact, dueAt: iso(fact.dueAt) }
  if (!('closing' in fact)) return fact
  return { ...fact, closing: { ...fact.closing, at: iso(fact.closing.at) } }
}

/** Where it can be read: an agent's transcript, a link, a gathering, a message and its thread, or a timer. */
function placeOf({ row, fact, message }: TimelineRow) {
  return {
    agent: row?.agent ?? null,
    entry: row?.n ?? null,
    link: 'link' in fact ? fact.link : null,
    gathering: 'gathering' in fact ? fact.gathering : null,
    n: 'n' in fact ? fact.n : null,
    message: fact.kind === 'message' ? fact.message : null,
    thread: message?.thread ?? null,
    heartbeat: fact.kind === 'timer' ? fact.heartbeat : null,
  }
}

const nameOf = ({ by, name }: Actor): string => (by.kind === 'user' ? 'user' : name)
