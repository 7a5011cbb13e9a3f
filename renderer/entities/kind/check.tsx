import { useState } from 'react'
import type { AppStatus } from '../../../main/contract/views.ts'
import { act } from '../../state/act.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { toast } from '../../state/view-store.ts'
import { checkLines, diagnosisOf, type CheckLine } from './check-lines.ts'
import { SignInCode, useSignIn } from './sign-in.tsx'
import css from './kind.module.css'
import { classes } from '../../components/classes.ts'

/** What keeps the CLI from answering, shown only if something does. */
export function Check() {
  const status = useMirror((now) => now.status)
  const signIn = useSignIn()
  if (status === null || status.cli.problem === null) return null
  return (
    <section aria-labelledby="check">
      <h2 id="check" className={css.checkTitle}>
        One thing to mend before it can answer
      </h2>
      <ul className={css.check}>
        {checkLines(status.cli).map((line) => (
          <Line key={line.of} line={line}>
            {line.of === 'login' && line.state === 'wrong' && (
              <button
                type="button"
                className="btn"
                disabled={signIn.state.kind === 'asked'}
                onClick={() => void signIn.begin()}
              >
                {signIn.state.kind === 'begun' ? 'Begin anew' : 'Sign in'}
              </button>
            )}
          </Line>
        ))}
      </ul>
      {status.cli.problem.line === 'login' && <SignInCode signIn={signIn} />}
      <CheckActs status={status} />
    </section>
  )
}

const signs = { good: ['check', css.ok], wrong: ['x', css.no], later: ['more', 'faint'] } as const
const spoken = { good: ', fine', wrong: ', not fine', later: ', not known yet' }

function Line({ line, children }: { readonly line: CheckLine; readonly children?: React.ReactNode }) {
  const [icon, tone] = signs[line.state]
  return (
    <li>
      <Icon name={icon} className={tone} />
      <b className={line.state === 'later' ? 'faint' : undefined}>
        {line.name}
        <span className="vh">{spoken[line.state]}</span>
      </b>
      <span
        className={classes(
          line.state === 'later' ? 'faint' : 'muted',
          line.of === 'binary' && line.state === 'good' && css.path,
        )}
      >
        <SafeText text={line.words} />
      </span>
      {children || <span />}
    </li>
  )
}

function CheckActs({ status }: { readonly status: AppStatus }) {
  const [isChecking, setChecking] = useState(false)
  const again = async () => {
    setChecking(true)
    await act('app.check', {})
    setChecking(false)
  }
  return (
    <div className={classes('acts', css.checkActs)}>
      <button type="button" className="btn ghost" disabled={isChecking} onClick={() => void again()}>
        {isChecking ? 'Checking…' : 'Check again'}
      </button>
      <CopyButton text={diagnosisOf(status.version, status.cli)} words="Copy diagnosis" />
    </div>
  )
}

/** Copies what helps somebody else to see what is wrong. */
export function CopyButton({ text, words }: { readonly text: string; readonly words: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast('Copied'),
      () => toast('This browser does not let the page copy', { isError: true }),
    )
  return (
    <button type="button" className="btn ghost" onClick={() => void copy()}>
      {words}
    </button>
  )
}
