import { useState } from 'react'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { toast } from '../../state/view-store.ts'

/** How far a sign-in has come; that it is done shows in the status. */
export type SignInState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asked' }
  | { readonly kind: 'begun'; readonly address: string | null; readonly problem: string }

/** A sign-in by the CLI's own means. */
export interface SignIn {
  readonly state: SignInState
  readonly begin: () => Promise<void>
  readonly hand: (code: string) => Promise<void>
}

/** Signs in to Claude from where this is used. */
export function useSignIn(): SignIn {
  const [state, setState] = useState<SignInState>({ kind: 'none' })
  const begin = async () => {
    setState({ kind: 'asked' })
    try {
      const { address } = await ask('app.signIn', {})
      setState({ kind: 'begun', address, problem: '' })
    } catch (error) {
      setState({ kind: 'none' })
      toast(wordsOf(error), { isError: true })
    }
  }
  const hand = async (code: string) => {
    const say = (problem: string) => setState((now) => (now.kind === 'begun' ? { ...now, problem } : now))
    try {
      const { cli } = await ask('app.signInCode', { code })
      say(
        cli.login === 'out'
          ? 'Claude did not take this code. Begin anew, and bring the code of the new page.'
          : '',
      )
    } catch (error) {
      say(wordsOf(error))
    }
  }
  return { state, begin, hand }
}
