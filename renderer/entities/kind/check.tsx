import { useId } from 'react'
import { programTitle, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { KindStatus } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { show } from '../../state/view-store.ts'
import { CopyDiagnosis, copyText } from './copy-diagnosis.tsx'
import { canSignIn } from './check-lines.ts'
import { useIsChosen, useKind } from './kind-status.ts'
import { DownloadProgram, isDownloading } from './download.tsx'
import { CheckAgain, FixCommand } from './fix.tsx'
import { SignInCode, useSignIn } from './sign-in.tsx'
import css from './kind.module.css'
import { classes } from '../../components/classes.ts'

/** What keeps the program of a kind from working, and how to fix it; renders nothing if it works. */
export function Check({ kind }: { readonly kind: AgentKind }) {
  const status = useKind(kind)
  const signIn = useSignIn(kind)
  const heading = useId()
  if (!status || status.problem === null) return null
  const isSignedOut = canSignIn(status)
  const isComing = isDownloading(status)
  return (
    <section aria-labelledby={heading} className="stack gap-3">
      <h2 id={heading} className="small strong">
        {isComing ? 'Downloading' : '1 issue to fix'}
      </h2>
      <p className={classes('stack muted break-anywhere', css.issue)}>
        <Icon name={status.problem.line === 'login' ? 'lock' : 'terminal'} className="faint" />
        <SafeText as="span" text={isComing ? programTitle(kind) : status.problem.words} />
        {isSignedOut && (
          <Button disabled={signIn.state.kind === 'asked'} onClick={() => void signIn.begin()}>
            {signIn.state.kind === 'begun' ? 'Start over' : 'Sign in'}
          </Button>
        )}
        {status.problem.line !== 'login' && kind !== 'other' && !isComing && (
          <span className={css.choose}>
            <Button onClick={() => show({ kind: 'settings', text: kind })}>Set its path…</Button>
            <UseOwn of={status} />
          </span>
        )}
      </p>
      <DownloadProgram of={status} />
      {!isComing && <FixCommand of={status} />}
      {isSignedOut && <SignInCode signIn={signIn} />}
      <div className="acts">
        <CheckAgain of={status} />
        <CopyDiagnosis />
        <span className="grow" />
        <Found of={status} />
      </div>
    </section>
  )
}

/** Which program was checked. A problem with the program itself names its path already. */
function Found({ of: { kind, path, version, problem } }: { readonly of: KindStatus }) {
  if (path === null || version === null || problem?.line === 'binary') return null
  return (
    <small className="muted small break-anywhere">
      {programTitle(kind)} {visible(version)} · <span className="mono">{visible(path)}</span>
    </small>
  )
}

/** Returns from a chosen program to the default one. */
function UseOwn({ of }: { readonly of: KindStatus }) {
  const { kind } = of
  if (!useIsChosen(of)) return null
  return (
    <Button variant="primary" onClick={() => void act('settings.change', { [kind]: '' })}>
      Use the default
    </Button>
  )
}

export function CopyReportButton({ text, words }: { readonly text: string; readonly words: string }) {
  return (
    <Button variant="ghost" onClick={() => void copyText(text)}>
      {words}
    </Button>
  )
}
