import { outputLine } from '../../adapters/processes/output.ts'
import type { BegunSignIn } from '../../adapters/processes/sign-ins.ts'
import { startBystander, type Bystander, type Codex } from './ask-once.ts'
import { shakeHands } from './rpc.ts'

/** A sign-in that nobody goes on with ends after this long, in ms. */
const wholeLimit = 15 * 60_000

/**
 * The sign-in of Codex's own app-server: it names a page, listens on this machine for the browser's answer, and keeps
 * what it gets where every Codex of the user's looks for it. There is no code to hand over.
 */
export class CodexSignIn implements BegunSignIn {
  readonly takesCode = false
  /** https; null when it names none. Known once `named` has resolved. */
  address: string | null = null
  readonly named: Promise<void>
  readonly ended: Promise<void>
  /** Why it failed, in the words of Codex; empty when it went well or was cancelled. */
  failure = ''
  #bystander: Bystander | null = null
  #isCancelled = false

  constructor(codex: Codex) {
    const started = this.#start(codex)
    this.named = started.catch((error: unknown) => this.#fail(String(error)))
    this.ended = this.named.then(() => this.#bystander?.gone).then(() => undefined)
  }

  code(): void {}

  cancel(): void {
    this.#isCancelled = true
    this.#bystander?.end()
  }

  async #start(codex: Codex): Promise<void> {
    const bystander = await startBystander(codex, wholeLimit, (method, params) => {
      if (method !== 'account/login/completed') return
      const { success, error } = params as { readonly success: boolean; readonly error: string | null }
      if (!success) this.#fail(error ?? 'it did not say why')
      bystander.end()
    })
    this.#bystander = bystander
    if (this.#isCancelled) return bystander.end()
    await shakeHands(bystander.rpc)
    const { authUrl } = await bystander.rpc.request<{ readonly authUrl?: unknown }>('account/login/start', {
      type: 'chatgpt',
    })
    if (typeof authUrl === 'string' && authUrl.startsWith('https://')) this.address = authUrl
  }

  #fail(words: string): void {
    if (!this.#isCancelled) this.failure = outputLine(words, 300)
    this.#bystander?.end()
  }
}
