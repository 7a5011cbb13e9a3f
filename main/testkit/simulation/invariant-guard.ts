import type { AgentId, PermissionMode } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import { rateCap, sameTextCap } from '../../core/mail/loop-guard.ts'
import type { Agent, State } from '../../core/step/state.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { isFinal } from './invariant-mail.ts'
import { mostHandlers } from '../../contract/api/limits.ts'

const minute = 60_000
const memory = 10 * minute
/** Most broadcasts within the time window, of one agent and of all. */
const most = { own: 3, all: 10 }
/** From strict to lax. */
const modes: readonly PermissionMode[] = ['plan', 'default', 'acceptEdits', 'auto', 'bypassPermissions']

/** Two agents never cause a message storm: limits for depth, rate and repetition. */
export class GuardWatcher extends Watcher {
  /** Messages between two agents, without answers to tickets. */
  #passed = new Map<string, { readonly at: number; readonly text: string }[]>()

  committed({ before, rows, now }: Commit): void {
    for (const row of rows) {
      if (row.table === 'forgotten') this.#forget(row.agent)
      if (row.table !== 'message' || row.row.from.kind !== 'agent' || row.row.spoken) continue
      const known = this.ledger.known.get(row.row.id)
      const goesOn = known?.hold === 'paused' && row.row.hold !== 'paused'
      if (known?.state === 'held' && row.row.state !== 'held' && !goesOn)
        this.#passed.delete(pairOf(row.row, row.row.from.id))
      if ((known && !goesOn) || row.row.state === 'held' || row.row.isReply) continue
      if (isFinal(row.row)) continue
      this.#passes(row.row, row.row.from.id, now)
      this.#mayWrite(row.row, before.agents.get(row.row.from.id)?.agent, before.agents.get(row.row.to)?.agent)
    }
  }

  /** Without the user's permission an agent can't write to one with more rights, or to one that asks first. */
  #mayWrite({ crossed, priority }: Message, sender: Agent | undefined, receiver: Agent | undefined): void {
    if (!sender || !receiver || receiver.peers.includes(sender.id)) return
    const isLaxer = modes.indexOf(receiver.permissionMode) > modes.indexOf(sender.permissionMode)
    must(!isLaxer, 'a pair with unequal rights waits for consent')
    const isAbsorbed = crossed !== null && !wakes(priority)
    must(receiver.policy !== 'ask' || isAbsorbed, 'who asks first is written to by the click of the user')
  }

  /** The guard's memory is lost with the app. */
  override rebooted(): void {
    this.#passed = new Map()
  }

  /** The guard forgets deleted agents; their messages count again when the user retries them. */
  #forget(agent: AgentId): void {
    for (const pair of [...this.#passed.keys()])
      if (pair.split(' ').includes(agent)) this.#passed.delete(pair)
  }

  #passes(message: Message, from: AgentId, now: number): void {
    const pair = pairOf(message, from)
    const passed = (this.#passed.get(pair) ?? []).filter(({ at }) => at > now - memory)
    passed.push({ at: now, text: message.body.trim() })
    this.#passed.set(pair, passed)
    const lately = passed.filter(({ at }) => at > now - minute)
    must(lately.length <= rateCap, 'no more than twenty a minute between two agents')
    const same = passed.filter(({ text }) => text === message.body.trim())
    must(same.length <= sameTextCap, 'the same words do not pass a third time')
  }
}

function pairOf({ to }: Message, from: AgentId): string {
  return from < to ? `${from} ${to}` : `${to} ${from}`
}

/** Broadcasts cause no storm, and agents create no more tabs than the user allows. */
export class ManyWatcher extends Watcher {
  /** When an agent's broadcast was delivered to somebody at once. */
  #passed: { readonly at: number; readonly from: AgentId }[] = []

  committed({ before, rows, now, after }: Commit): void {
    const senders = new Set<AgentId>()
    for (const row of rows) {
      if (row.table === 'agent' && !before.agents.has(row.row.id)) this.#mayOpen(row.row, before, after)
      if (row.table !== 'message' || !row.row.broadcast || row.row.from.kind !== 'agent') continue
      const isNew = row.row.acceptedAt === now && !this.ledger.known.has(row.row.id)
      if (isNew && row.row.reason?.kind !== 'broadcast') senders.add(row.row.from.id)
    }
    for (const from of senders) this.#passes(from, now)
  }

  #passes(from: AgentId, now: number): void {
    this.#passed = [...this.#passed.filter(({ at }) => at > now - memory), { at: now, from }]
    const own = this.#passed.filter((one) => one.from === from)
    must(own.length <= most.own, 'an agent writes to many three times in ten minutes at most')
    must(
      this.#passed.length <= most.all,
      'all agents together write to many ten times in ten minutes at most',
    )
  }

  #mayOpen({ openedBy, permissionMode }: Agent, before: State, after: State): void {
    if (openedBy === null) return
    const proposer = before.agents.get(openedBy.agent)?.agent
    must(proposer !== undefined, 'a tab is wanted by an agent that is there')
    const isLaxer = modes.indexOf(permissionMode) > modes.indexOf(proposer?.permissionMode ?? 'plan')
    must(!isLaxer, 'a tab asks no less than the agent that wanted it')
    if (openedBy.byUser) return
    const alone = [...after.agents.values()].filter(
      ({ agent }) => agent.closedAt === null && agent.openedBy !== null && !agent.openedBy.byUser,
    )
    must(alone.length <= before.limits.tabsByAgents, 'agents open no tab beyond the limit without the user')
  }
}

/** Handlers are the user's, apply once to direct messages of agents, and never trigger each other. */
export class HandlerWatcher extends Watcher {
  /** When a handler of an agent last answered an agent that had not asked for a reply. */
  #wroteBack = new Map<string, number>()

  committed(commit: Commit): void {
    for (const row of commit.rows) {
      if (row.table === 'handler') must(row.row.madeBy.kind === 'user', 'no handler is made by an agent')
      if (row.table === 'message') this.#changed(row.row, commit)
    }
    for (const { handlers } of commit.after.agents.values()) {
      must(handlers.length <= mostHandlers, 'an agent has so many handlers at most')
      must(
        handlers.every(({ place }, at) => place === at),
        'handlers stand in the order of the user',
      )
      for (const { isOn, when } of handlers)
        must(!isOn || when.from.length > 0, 'a handler that is on is about somebody')
    }
  }

  override rebooted(): void {
    this.#wroteBack = new Map()
  }

  #changed(message: Message, commit: Commit): void {
    const known = this.ledger.known.get(message.id)
    if (message.byHandler && !known) this.#wrote(message, commit)
    const { handled } = message
    if (handled === null) return
    const { action, handedOverAt } = handled
    if (known?.handled?.action.kind !== action.kind) this.ledger.count(`handler: ${action.kind}`)
    if (handedOverAt !== null && !known?.handled?.handedOverAt) this.ledger.count('handed over')
    const { from, isReply, crossed, spoken, byHandler } = message
    const isDirect = from.kind === 'agent' && !isReply && !crossed && !spoken
    must(isDirect && !byHandler, 'handlers meet direct words of peers only, not those of handlers')
    if (handedOverAt !== null) return
    if (action.kind === 'answered') {
      must(
        message.state === 'answered' && message.turn === null,
        'what a handler answered is read by nobody before the user hands it over',
      )
      must(
        !message.expectsReply || message.reply !== null,
        'a question that a handler answered has its reply',
      )
    }
    const isOpen = ['queued', 'written', 'read'].includes(message.state)
    must(action.kind !== 'answering' || !isOpen, 'what is being answered is put before nobody')
  }

  #wrote(message: Message, { before, after, now }: Commit): void {
    this.ledger.count('a handler writes')
    const isStopped = before.limits.stopped !== null && after.limits.stopped !== null
    must(!isStopped, 'no handler answers while everything is stopped')
    const cause = this.ledger.messages.get(message.causes[0] ?? 'msg-none')
    must(cause !== undefined && message.causes.length === 1, 'a handler answers one message')
    must(cause.byHandler === null, 'handlers never answer each other')
    must(message.depth === cause.depth + 1, 'what a handler writes stands one deeper in the chain')
    if (message.isReply || message.from.kind !== 'agent') return
    const pair = wayOf(message.from.id, message.to)
    const last = this.#wroteBack.get(pair)
    must(last === undefined || now >= last + minute, 'a handler writes back once a minute at most')
    this.#wroteBack.set(pair, now)
  }
}

const wayOf = (from: AgentId, to: AgentId): string => `${from} ${to}`
