import type { SignIn } from '../../ports/ports.ts'

export interface BegunSignIn extends SignIn {
  /** Resolves when its page is known, or will never be. */
  readonly named: Promise<void>
  /** Set once it has ended; empty on success or cancellation. */
  readonly failure: string
}

/** For programs that are missing or sign in only in a terminal. */
export const noSignIn: SignIn = {
  address: null,
  takesCode: false,
  ended: Promise.resolve(),
  code: () => {},
  cancel: () => {},
}

/** Allows one sign-in at a time. */
export class SignIns {
  #newest: BegunSignIn | null = null
  #failure = ''

  /** Cancels an earlier one. `start`: null when there is no program. */
  async begin(start: (() => BegunSignIn) | null): Promise<SignIn> {
    await this.end()
    if (start === null) return noSignIn
    const signIn = start()
    this.#newest = signIn
    void signIn.ended.then(() => (this.#failure = signIn.failure))
    await signIn.named
    return signIn
  }

  /** Starts with a space, to follow other text; empty after a success. */
  get lastFailure(): string {
    return this.#failure === '' ? '' : ` The last try failed: ${this.#failure}`
  }

  async end(): Promise<void> {
    this.#newest?.cancel()
    await this.#newest?.ended
  }
}
