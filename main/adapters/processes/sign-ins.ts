import type { SignIn } from '../../ports/ports.ts'

/** A sign-in that a program has begun. */
export interface BegunSignIn extends SignIn {
  /** Resolves when it has named its page, or will name none. */
  readonly named: Promise<void>
  /** Why it failed; empty where it did not, or was cancelled. Known once it has ended. */
  readonly failure: string
}

/** A sign-in that cannot begin: there is no program, or it signs in in a terminal only. */
export const noSignIn: SignIn = {
  address: null,
  takesCode: false,
  ended: Promise.resolve(),
  code: () => {},
  cancel: () => {},
}

/** The sign-ins of one program, one at a time. */
export class SignIns {
  #newest: BegunSignIn | null = null
  #failure = ''

  /** Ends the one before. `start`: null where there is no program. */
  async begin(start: (() => BegunSignIn) | null): Promise<SignIn> {
    await this.end()
    if (start === null) return noSignIn
    const signIn = start()
    this.#newest = signIn
    void signIn.ended.then(() => (this.#failure = signIn.failure))
    await signIn.named
    return signIn
  }

  /** Why the last one failed, to stand behind other words; empty where it did not. */
  get lastFailure(): string {
    return this.#failure === '' ? '' : ` The last try failed: ${this.#failure}`
  }

  async end(): Promise<void> {
    this.#newest?.cancel()
    await this.#newest?.ended
  }
}
