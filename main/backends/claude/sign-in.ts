import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Clock, ProcessRecord } from '../../ports/ports.ts'
import { parseObject } from '../../adapters/processes/json.ts'
import { outputLine, StderrTail } from '../../adapters/processes/output.ts'
import type { BegunSignIn } from '../../adapters/processes/sign-ins.ts'
import { readOwnerOnly, removeOwnerOnly, writeOwnerOnly } from '../../adapters/folder/owner-only.ts'
import { signal, startTime } from '../../adapters/processes/system-processes.ts'

/** How long it may take to name its page, in ms; a CLI that asks for a terminal never does. */
const addressLimit = 20_000
/** A sign-in that nobody goes on with ends after this long, in ms. */
const wholeLimit = 15 * 60_000
/** How long the CLI may take over a code, in ms. */
const codeLimit = 60_000
/** From SIGTERM to SIGKILL, in ms. */
const grace = 3000
/** Characters of output that are looked at. */
const outputLimit = 64 * 1024

/**
 * The CLI's own sign-in. What it prints and is told is a secret: it is looked at for the page, and for why it
 * failed, and kept nowhere. It opens the page itself where it can; a browser it started must outlive it, so
 * only the process itself is ended, never its group.
 */
export class CliSignIn implements BegunSignIn {
  readonly takesCode = true
  /** https; null when it names none. Known once `named` has resolved. */
  address: string | null = null
  readonly named: Promise<void>
  readonly ended: Promise<void>
  /** Why it failed, in the CLI's words; empty when it went well or was cancelled. */
  failure = ''
  readonly #child: ChildProcess
  readonly #clock: Clock
  readonly #stderr = new StderrTail()
  readonly #timers: (() => void)[] = []
  #output = ''
  #state: 'waiting' | 'coded' | 'cancelled' = 'waiting'

  constructor(path: string, environment: Readonly<Record<string, string>>, clock: Clock) {
    this.#clock = clock
    this.#child = spawn(path, ['auth', 'login'], { env: environment, windowsHide: true })
    this.ended = new Promise<void>((resolve) => {
      this.#child.once('error', () => resolve())
      this.#child.once('close', (code) => {
        if (code !== 0 && this.#state !== 'cancelled') this.failure = this.#stderr.words(300)
        resolve()
      })
    }).then(() => {
      for (const cancel of this.#timers) cancel()
    })
    this.named = this.#readAddress()
    this.#child.stdin?.on('error', () => {})
    this.#child.stderr?.on('data', (chunk: Buffer) => this.#complained(chunk))
    this.#timers.push(clock.after(wholeLimit, () => this.cancel()))
  }

  /** Null when it could not be started. */
  get pid(): number | null {
    return this.#child.pid ?? null
  }

  code(code: string): void {
    const line = outputLine(code, 4096)
    if (line === '' || this.#state !== 'waiting') return
    this.#state = 'coded'
    this.#child.stdin?.write(`${line}\n`)
    this.#timers.push(this.#clock.after(codeLimit, () => this.#end()))
  }

  cancel(): void {
    this.#state = 'cancelled'
    this.#end()
  }

  /** Of a code that it does not take it says so, and waits for another: anyone who waits for the end is told. */
  #complained(chunk: Buffer): void {
    this.#stderr.add(chunk)
    if (this.#state === 'coded') this.#timers.push(this.#clock.after(grace, () => this.#end()))
  }

  #readAddress(): Promise<void> {
    return new Promise((resolve) => {
      const look = (chunk: string): void => {
        if (this.address !== null) return
        this.#output = (this.#output + chunk).slice(-outputLimit)
        const [, address] = /(https:\/\/[^\s\u0000-\u001f]{1,4000})\s/.exec(this.#output) ?? []
        if (address === undefined) return
        this.address = address
        this.#output = ''
        resolve()
      }
      this.#child.stdout?.setEncoding('utf8').on('data', look)
      this.#timers.push(this.#clock.after(addressLimit, resolve))
      void this.ended.then(resolve)
    })
  }

  #end(): void {
    this.#child.kill('SIGTERM')
    this.#timers.push(this.#clock.after(grace, () => this.#child.kill('SIGKILL')))
  }
}

/**
 * Which process signs in, kept in the state folder. It bears no mark as the agents' processes do: the browser
 * that it opens would bear it too, and must outlive Janus.
 */
const nameOf = (stateFolder: string): string => join(stateFolder, 'sign-in.json')

/** Notes the process, so that a Janus that was killed does not leave it behind for good. */
export function noteSignIn(stateFolder: string, pid: number): void {
  writeOwnerOnly(nameOf(stateFolder), JSON.stringify({ pid, startedAt: startTime(pid) }))
}

/** It has ended. */
export function forgetSignIn(stateFolder: string): void {
  removeOwnerOnly(nameOf(stateFolder))
}

/** Ends a sign-in of an earlier life of the app, if it is that very process. */
export function endLeftSignIn(stateFolder: string): void {
  try {
    const text = readOwnerOnly(nameOf(stateFolder))
    if (text === null) return
    const { pid, startedAt } = JSON.parse(text) as ProcessRecord
    if (pid > 1 && startedAt !== null && startTime(pid) === startedAt) signal(pid, 'SIGTERM')
  } catch {
    // Half a note names nobody.
  }
  forgetSignIn(stateFolder)
}

/** Whether somebody is signed in, and who or how. */
export interface Login {
  readonly login: 'in' | 'out' | 'unknown'
  readonly account: string | null
}

const ways: Readonly<Record<string, string>> = {
  api_key: 'API key',
  api_key_helper: 'API key',
  oauth_token: 'access token',
  'claude.ai': 'Claude account',
}

const providers: Readonly<Record<string, string>> = {
  bedrock: 'Amazon Bedrock',
  vertex: 'Google Vertex AI',
  foundry: 'Microsoft Foundry',
}

/** Reads what `claude auth status` prints. A CLI that prints something else leaves it unknown. */
export function readClaudeLogin(output: string): Login {
  const said = parseObject(output)
  if (said === null || typeof said['loggedIn'] !== 'boolean') return { login: 'unknown', account: null }
  if (!said['loggedIn']) return { login: 'out', account: null }
  const { email, authMethod, apiProvider } = said
  if (typeof email === 'string' && email !== '') return { login: 'in', account: outputLine(email, 200) }
  return { login: 'in', account: providers[String(apiProvider)] ?? ways[String(authMethod)] ?? null }
}
