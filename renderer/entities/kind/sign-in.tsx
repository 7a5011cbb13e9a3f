import { useId, useState, type KeyboardEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { kindFacts, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import { act, errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { toast } from '../../state/view-store.ts'
import { Problem } from '../../components/problem.tsx'
import { visible } from '../../components/hygiene.ts'
import { useMirror } from '../../state/store.ts'
import { kindOf } from './kind-status.ts'
import css from './kind.module.css'

/** Success is not a state here: the app status shows it. */
type SignInState =
  | { readonly kind: 'none' }
  | { readonly kind: 'asked' }
  | {
      readonly kind: 'begun'
      readonly address: string | null
      readonly takesCode: boolean
      readonly problem: string
    }

/** A sign-in through the kind's own program. */
export function useSignIn(kind: AgentKind) {
  const [state, setState] = useState<SignInState>({ kind: 'none' })
  const begin = async () => {
    setState({ kind: 'asked' })
    try {
      const begun = await ask('app.signIn', { kind })
      setState({ kind: 'begun', ...begun, problem: '' })
    } catch (error) {
      setState({ kind: 'none' })
      toast(errorWords(error), { isError: true })
    }
  }
  const hand = async (code: string) => {
    const say = (problem: string) => setState((now) => (now.kind === 'begun' ? { ...now, problem } : now))
    try {
      const status = await ask('app.signInCode', { code })
      say(
        kindOf(status, kind)?.login === 'out'
          ? `${kindFacts[kind].name} did not accept this code. Start over and enter the code of the new page.`
          : '',
      )
    } catch (error) {
      say(errorWords(error))
    }
  }
  return { kind, state, begin, hand }
}

export function SignInCode({ signIn }: { readonly signIn: ReturnType<typeof useSignIn> }) {
  const { state } = signIn
  const { name } = kindFacts[signIn.kind]
  if (state.kind !== 'begun') return null
  return (
    <div className={classes('stack', css.signIn)}>
      {kindFacts[signIn.kind].signIn !== null ? (
        <p>{`A terminal has opened for ${name}. Sign in there, then check again.`}</p>
      ) : state.address === null ? (
        <p>
          {name} opens its sign-in page in your browser.
          {state.takesCode && ' If it shows a code, bring it here.'}
        </p>
      ) : (
        <p className="row wrap gap-5 row-gap-3">
          <OpenPage address={state.address} />
          <span>
            {state.takesCode
              ? 'Sign in there. If it shows a code, paste it here.'
              : `Sign in there; ${name} continues automatically.`}
          </span>
        </p>
      )}
      {state.takesCode && <CodeField onCode={signIn.hand} problem={state.problem} />}
    </div>
  )
}

function OpenPage({ address }: { readonly address: string }) {
  const isDesktop = useMirror((now) => now.status?.shell === 'desktop')
  const host = hostOf(address)
  // Only an https address becomes a link, whatever the program printed.
  if (host === null) return <span className="mono">{visible(address)}</span>
  const words = `Open ${host}`
  if (!isDesktop) {
    return (
      <a className="medium" href={address} target="_blank" rel="noopener noreferrer" title={visible(address)}>
        {words}
      </a>
    )
  }
  const open = () => void act('pages.open', { url: address })
  return (
    <Button title={visible(address)} onClick={open}>
      {words}
    </Button>
  )
}

function hostOf(address: string): string | null {
  try {
    const { protocol, host } = new URL(address)
    return protocol === 'https:' ? host : null
  } catch {
    return null
  }
}

interface CodeFieldProps {
  readonly onCode: (code: string) => Promise<void>
  readonly problem: string
}

function CodeField({ onCode, problem }: CodeFieldProps) {
  const id = useId()
  const [code, setCode] = useState('')
  const [isSent, setSent] = useState(false)
  const hand = async () => {
    if (code.trim() === '') return
    setSent(true)
    await onCode(code.trim())
    setSent(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void hand()
  }
  return (
    <>
      <div className={css.code}>
        <input
          className="input mono"
          aria-label="Code"
          placeholder="Code"
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={4096}
          value={code}
          aria-invalid={problem !== ''}
          aria-describedby={problem === '' ? undefined : id}
          onChange={(event) => setCode(event.target.value)}
          onKeyDown={press}
        />
        <Button disabled={isSent} onClick={() => void hand()}>
          {isSent ? 'Signing in…' : 'Submit code'}
        </Button>
      </div>
      {problem !== '' && <Problem text={problem} id={id} />}
    </>
  )
}
