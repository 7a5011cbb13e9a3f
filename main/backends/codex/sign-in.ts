import { outputLine } from '../../adapters/processes/output.ts'
import type { BegunSignIn } from '../../adapters/processes/sign-ins.ts'
import { startBystander, type Bystander, type Codex } from './ask-once.ts'
import { shakeHands } from './rpc.ts'

/** Milliseconds until an abandoned sign-in ends. */
const wholeLimit = 15 * 60_000

/**
 * Signs in through Codex's app-server: it returns a page, listens locally for the browser's redirect, and
 * stores the credentials in Codex's home. There is no code to enter.
 */
export class CodexSignIn implements BegunSignIn {
  readonly takesCode = false
  /** An https address; null if Codex returns none. Known once `named` has resolved. */
  address: string | null = null
  readonly named: Promise<void>
  readonly ended: Promise<void>
  /** Why it failed, in Codex's words; empty after success or cancellation. */
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
