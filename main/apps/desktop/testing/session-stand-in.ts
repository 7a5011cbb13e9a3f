import type { CustomScheme } from 'electron'
import type { ElectronParts, SessionEvents, SessionPart } from '../electron-parts.ts'
import { Emitter } from './emitter.ts'
import type { Life } from './life.ts'

const tooEarly = 'Session can only be received when app is ready'

export class StandInSession extends Emitter<SessionEvents> implements SessionPart {
  readonly handlers: Partial<Handlers> = {}
  spelling: boolean | readonly string[] = true
  storagePath: string | null = null
  readonly availableSpellCheckerLanguages = ['de', 'en-GB', 'en-US', 'fr', 'tr']
  proxy: { proxyRules: string; proxyBypassRules: string } | null = null
  readonly webRequest = { onBeforeRequest: this.#keeps('beforeRequest') }
  readonly setPermissionRequestHandler = this.#keeps('request')
  readonly setPermissionCheckHandler = this.#keeps('check')
  readonly setDevicePermissionHandler = this.#keeps('device')
  readonly setDisplayMediaRequestHandler = this.#keeps('display')
  readonly setBluetoothPairingHandler = this.#keeps('pairing')

  #keeps<K extends keyof Handlers>(name: K): (handler: Handlers[K]) => void {
    return (handler) => void (this.handlers[name] = handler)
  }

  setSpellCheckerEnabled(enabled: boolean): void {
    this.spelling = enabled
  }
  setSpellCheckerLanguages(languages: readonly string[]): void {
    const unknown = languages.find((language) => !this.availableSpellCheckerLanguages.includes(language))
    if (unknown !== undefined) throw new Error(`Invalid language code provided: "${unknown}"`)
    this.spelling = languages
  }
  async setProxy(config: { proxyRules: string; proxyBypassRules: string }): Promise<void> {
    this.proxy = config
  }
}

type FirstOf<K extends keyof SessionPart> = SessionPart[K] extends (first: infer F) => unknown ? F : never

interface Handlers {
  beforeRequest: Parameters<SessionPart['webRequest']['onBeforeRequest']>[0]
  request: FirstOf<'setPermissionRequestHandler'>
  check: FirstOf<'setPermissionCheckHandler'>
  device: FirstOf<'setDevicePermissionHandler'>
  display: FirstOf<'setDisplayMediaRequestHandler'>
  pairing: FirstOf<'setBluetoothPairingHandler'>
}

type Answer = Parameters<ElectronParts['protocol']['handle']>[1]

/** A response, or Chromium's error name and number. */
export type Loaded = { readonly response: Response } | { readonly code: string; readonly errno: number }

export class StandInNetwork {
  schemes: CustomScheme[] = []
  held: Promise<unknown> = Promise.resolve()
  readonly session: StandInSession
  readonly #life: Life
  readonly #answers = new Map<string, Answer>()

  constructor(life: Life) {
    this.#life = life
    this.session = new StandInSession()
  }

  readonly protocol = {
    registerSchemesAsPrivileged: (schemes: CustomScheme[]): void => {
      const words = 'protocol.registerSchemesAsPrivileged should be called before app is ready'
      this.#life.wantNotReady(words)
      this.schemes = schemes
    },
    handle: (scheme: string, answer: Answer): void => {
      this.#life.wantReady(tooEarly)
      if (this.#answers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
      this.#answers.set(scheme, answer)
    },
  }

  get defaultSession(): StandInSession {
    this.#life.wantReady(tooEarly)
    return this.session
  }

  isLetThrough(url: string): boolean {
    const answers: (boolean | undefined)[] = []
    this.session.handlers.beforeRequest?.({ url }, ({ cancel }) => answers.push(cancel))
    return answers[0] !== true
  }

  /** Loads an address through the session's guard. */
  async load(url: string): Promise<Loaded> {
    await this.held
    if (!this.isLetThrough(url)) return { code: 'ERR_BLOCKED_BY_CLIENT', errno: -20 }
    const answer = this.#answers.get(new URL(url).protocol.slice(0, -1))
    if (answer === undefined) return { code: 'ERR_FAILED', errno: -2 }
    try {
      const response = await answer(new Request(url))
      if (response.status === 204) return { code: 'ERR_FAILED', errno: -2 }
      return { response }
    } catch {
      return { code: 'ERR_UNEXPECTED', errno: -9 }
    }
  }
}
