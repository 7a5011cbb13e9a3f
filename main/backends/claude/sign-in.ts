import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { BackendCheck } from '../../contract/api/views.ts'
import type { Clock, ProcessRecord } from '../../ports/ports.ts'
import { parseObject } from '../../adapters/processes/json.ts'
import { outputLine, StderrTail } from '../../adapters/processes/output.ts'
import type { BegunSignIn } from '../../adapters/processes/sign-ins.ts'
import { readOwnerOnly, removeOwnerOnly, writeOwnerOnly } from '../../adapters/folder/owner-only.ts'
import { signal, startTime } from '../../adapters/processes/system-processes.ts'

/** Milliseconds to print the sign-in page; a CLI that needs a terminal never does. */
const addressLimit = 20_000
/** Milliseconds until an abandoned sign-in ends. */
const wholeLimit = 15 * 60_000
/** Milliseconds that the CLI may take to check a code. */
const codeLimit = 60_000
/** Milliseconds from SIGTERM to SIGKILL. */
const grace = 3000
const outputLimit = 64 * 1024

/**
 * The CLI's own sign-in. Its input and output are secret: they are searched for the page and the error, and
 * not stored. It opens a browser that must outlive it, so only the process itself is ended, not its group.
 */
export class CliSignIn implements BegunSignIn {
  readonly takesCode = true
  /** An https address; null if the CLI prints none. Known once `named` has resolved. */
  address: string | null = null
  readonly named: Promise<void>
  readonly ended: Promise<void>
  /** Why it failed, in the CLI's words; empty after success or cancellation. */
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

  /** After a wrong code the CLI prints an error and waits for another; end it, so that the error is reported. */
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
 * Records the signing-in process. It has no process mark: the browser that it opens would inherit the mark
 * and be ended with it.
 */
const nameOf = (stateFolder: string): string => join(stateFolder, 'sign-in.json')

export function noteSignIn(stateFolder: string, pid: number): void {
  writeOwnerOnly(nameOf(stateFolder), JSON.stringify({ pid, startedAt: startTime(pid) }))
}

export function forgetSignIn(stateFolder: string): void {
  removeOwnerOnly(nameOf(stateFolder))
}

/** Ends a sign-in of an earlier run of the app, if the pid still belongs to that process. */
export function endLeftSignIn(stateFolder: string): void {
  try {
    const text = readOwnerOnly(nameOf(stateFolder))
    if (text === null) return
    const { pid, startedAt } = JSON.parse(text) as ProcessRecord
    if (pid > 1 && startedAt !== null && startTime(pid) === startedAt) signal(pid, 'SIGTERM')
  } catch {
    // An incomplete record names no process.
  }
  forgetSignIn(stateFolder)
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

/** Reads the output of `claude auth status`; `unknown` for any other output. */
export function readClaudeLogin(output: string): Pick<BackendCheck, 'login' | 'account'> {
  const said = parseObject(output)
  if (said === null || typeof said['loggedIn'] !== 'boolean') return { login: 'unknown', account: null }
  if (!said['loggedIn']) return { login: 'out', account: null }
  const { email, authMethod, apiProvider } = said
  if (typeof email === 'string' && email !== '') return { login: 'in', account: outputLine(email, 200) }
  return { login: 'in', account: providers[String(apiProvider)] ?? ways[String(authMethod)] ?? null }
}
