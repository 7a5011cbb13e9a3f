import { useId } from 'react'
import { kindFacts, type AgentKind } from '../../../main/contract/kinds.ts'
import type { KindStatus } from '../../../main/contract/views.ts'
import { act } from '../../state/act.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { show, toast } from '../../state/view-store.ts'
import { checkLines, diagnosisOf, signsInHere, type CheckLine } from './check-lines.ts'
import { useKind } from './kind-status.ts'
import { CheckAgain, MendCommand } from './mend.tsx'
import { SignInCode, useSignIn } from './sign-in.tsx'
import css from './kind.module.css'
import { classes } from '../../components/classes.ts'

/** What keeps the program of a kind from answering, shown only if something does. */
export function Check({ kind }: { readonly kind: AgentKind }) {
  const version = useMirror((now) => now.status?.version ?? '')
  const status = useKind(kind)
  const signIn = useSignIn(kind)
  const heading = useId()
  if (!status || status.problem === null) return null
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={css.checkTitle}>
        One thing to mend before it can answer
      </h2>
      <ul className={css.check}>
        {checkLines(status).map((line) => (
          <Line key={line.of} line={line}>
            {line.state === 'wrong' && signsInHere(status) && (
              <button
                type="button"
                className="btn"
                disabled={signIn.state.kind === 'asked'}
                onClick={() => void signIn.begin()}
              >
                {signIn.state.kind === 'begun' ? 'Begin anew' : 'Sign in'}
              </button>
            )}
            {line.state === 'wrong' && line.of !== 'login' && kind !== 'other' && (
              <span className={css.choose}>
                <button type="button" className="btn" onClick={() => show({ kind: 'settings', text: kind })}>
                  Choose another…
                </button>
                <UseOwn of={status} />
              </span>
            )}
          </Line>
        ))}
      </ul>
      <MendCommand of={status} />
      {signsInHere(status) && <SignInCode signIn={signIn} />}
      <div className={classes('acts', css.checkActs)}>
        <CheckAgain of={status} />
        <CopyButton text={diagnosisOf(version, status)} words="Copy diagnosis" />
      </div>
    </section>
  )
}

/** Back from a program of one's own to the one that is taken where nobody chooses. */
function UseOwn({ of: { kind, path } }: { readonly of: KindStatus }) {
  const set = useMirror((now) => (kind === 'other' ? '' : (now.status?.settings[kind] ?? '')))
  const comes = kindFacts[kind].install === null
  if (path === null || (!comes && set === '')) return null
  return (
    <button type="button" className="btn primary" onClick={() => void act('settings.change', { [kind]: '' })}>
      {comes ? 'Use the one that comes with Janus' : 'Use the one on your PATH'}
    </button>
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
