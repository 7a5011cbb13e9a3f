import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../main/testkit/random.ts'

/** An answer of the app. A request without one, because the app is down or died, gives null. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
  readonly text: string
}

/** Uses a connection of its own, so that none stays open. */
export function ask(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const asked = request(
      url,
      { method, agent: false, timeout: 70_000, headers: { ...headers, 'content-type': 'application/json' } },
      (came) => {
        let text = ''
        came.setEncoding('utf8').on('data', (part: string) => (text += part))
        came.on('error', () => resolve(null))
        came.on('end', () => {
          if (!came.complete) return resolve(null)
          resolve({ status: came.statusCode ?? 0, headers: came.headers, body: parsed(text), text })
        })
        came.on('close', () => resolve(null))
      },
    )
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(null))
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** The agents API of an app that restarts. */
export class Api {
  readonly #state: string

  constructor(state: string) {
    this.#state = state
  }

  async access(): Promise<{ readonly url: string; readonly token: string }> {
    const file = await readFile(join(this.#state, 'api.json'), 'utf8')
    return JSON.parse(file) as { url: string; token: string }
  }

  async ask(method: string, path: string, body?: object): Promise<Answer | null> {
    const access = await this.access().catch(() => null)
    if (access === null) return null
    const { url, token } = access
    return ask(method, `${url}${path}`, { authorization: `Bearer ${token}` }, body)
  }
}

export interface Sent {
  /** Occurs in its body only. */
  readonly word: string
  readonly from: string
  readonly to: string
  /** The id in the acknowledgment; null before. */
  id: string | null
}

/** Endless messages of the user to each agent, and what was acknowledged. */
export class Traffic {
  readonly sent: Sent[] = []
  readonly #api: Api
  readonly #random: Random
  readonly #agents: readonly string[]
  readonly #mark: string
  #words = 0
  #isOver = false
  #writers: Promise<void>[] = []
  /** Callers that wait until this many are acknowledged. */
  readonly #waiting = new Map<() => void, number>()
  #acknowledged = 0

  constructor(api: Api, random: Random, agents: readonly string[], mark: string) {
    this.#api = api
    this.#random = random
    this.#agents = agents
    this.#mark = mark
  }

  get acknowledged(): number {
    return this.#acknowledged
  }

  start(): void {
    this.#isOver = false
    this.#writers = this.#agents.map((agent) => this.#writeTo(agent))
  }

  /** Resolves when `count` more are acknowledged, or after `limit` ms. */
  async more(count: number, limit: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.set(resolve, this.#acknowledged + count)
    const timer = setTimeout(resolve, limit)
    await promise
    clearTimeout(timer)
    this.#waiting.delete(resolve)
  }

  /** Starts no more messages; resolves when each is acknowledged or given up. */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#writers)
  }

  async #writeTo(to: string): Promise<void> {
    while (!this.#isOver) {
      await this.send(to)
      await pause(this.#random.int(0, 30))
    }
  }

  /** Sends a message, again with the same key until it is acknowledged; some are given up when no answer comes. */
  async send(to: string): Promise<void> {
    const sent: Sent = { word: this.#word(), from: 'user', to, id: null }
    this.sent.push(sent)
    const body = { message: this.#script(sent.word, to), idempotencyKey: randomUUID() }
    for (;;) {
      const answer = await this.#api.ask('POST', `/agents/${to}/message`, body)
      const { messageId } = (answer?.body ?? {}) as { messageId?: string }
      if (answer?.status === 200 && messageId !== undefined) return this.#took(sent, messageId)
      // On a full mailbox it waits, as a user would.
      if (answer === null && this.#random.chance(0.1)) return
      if (answer !== null && ![401, 404, 408, 429, 503, 507].includes(answer.status))
        throw new Error(`${to}: ${String(answer.status)} ${JSON.stringify(answer.body)}`)
      await pause(answer?.status === 429 ? 500 : 60)
    }
  }

  #took(sent: Sent, id: string): void {
    sent.id = id
    this.#acknowledged += 1
    for (const [resolve, count] of this.#waiting) if (this.#acknowledged >= count) resolve()
  }

  #word(): string {
    return `${this.#mark}-${String(this.#words++)}.`
  }

  /** Most are answered at once, some take time, some are passed on to another agent. */
  #script(word: string, to: string): string {
    const lines = [`Take ${word}`]
    if (this.#random.chance(0.2)) lines.push(`think: ${String(this.#random.int(1, 120))}`)
    if (this.#random.chance(0.08)) {
      const target = this.#random.pick(this.#agents.filter((agent) => agent !== to)) ?? to
      const input = {
        target,
        message: `Peer ${this.#word()}`,
        priority: this.#random.chance(0.3) ? 'low' : 'normal',
      }
      lines.push(`call: send_to_agent ${JSON.stringify(input)}`)
    }
    lines.push('say: done')
    return lines.join('\n')
  }
}
