import { useEffect, useState } from 'react'
import { aboutLines } from '../../../main/contract/app/about.ts'
import { programTitle } from '../../../main/contract/agents/kinds.ts'
import type { KindStatus } from '../../../main/contract/api/views.ts'
import { classes } from '../../components/classes.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { CopyDiagnosis } from '../../entities/kind/copy-diagnosis.tsx'
import { DownloadProgram } from '../../entities/kind/download.tsx'
import { lookAtKinds, useKinds } from '../../entities/kind/kind-status.ts'
import { act } from '../../state/act.ts'
import { useAnswer } from '../../state/use-answer.ts'
import css from './about.module.css'

export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  useEffect(lookAtKinds, [])
  const { answer, problem } = useAnswer('app.about', {})
  const kinds = useKinds().filter(({ kind, checkedAt }) => kind !== 'other' && checkedAt !== null)
  return (
    <Dialog title="About Janus" className={css.sheet} onClose={onClose}>
      <div className="sheet-body" data-part="about">
        {problem !== '' && <Problem text={problem} />}
        {answer && (
          <dl className={css.facts}>
            {aboutLines(answer).map(([name, value]) => (
              <div key={name}>
                <dt className="muted">{name}</dt>
                <SafeText as="dd" className="break-anywhere" text={value} />
              </div>
            ))}
          </dl>
        )}
        <section aria-label="Programs" className="stack gap-3">
          <h2>Programs</h2>
          {kinds.map((kind) => (
            <Program key={kind.kind} of={kind} />
          ))}
        </section>
        <Licences />
        <div className="acts">
          <CopyDiagnosis />
        </div>
      </div>
    </Dialog>
  )
}

function Program({ of }: { readonly of: KindStatus }) {
  const { kind, version, path, download } = of
  return (
    <div className="stack gap-2">
      <p className="row wrap gap-3">
        <span className="grow break-anywhere">
          {programTitle(kind)} {version !== null && <SafeText text={version} />}{' '}
          {path === null ? (
            <small className="muted">not installed</small>
          ) : (
            <SafeText as="span" className="mono small muted" text={path} />
          )}
        </span>
        {download?.state.kind === 'installed' && (
          <Button
            variant="ghost"
            aria-label={`Remove download: ${programTitle(kind)}`}
            onClick={() => void act('programs.remove', { kind })}
          >
            Remove download
          </Button>
        )}
      </p>
      <DownloadProgram of={of} inList />
    </div>
  )
}

/** Fetched when it is opened: the text is long. */
function Licences() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Third-party licenses</summary>
      {isOpen && <LicenceText />}
    </details>
  )
}

function LicenceText() {
  const { answer, problem } = useAnswer('app.licences', {})
  if (problem !== '') return <Problem text={problem} />
  return (
    <pre className={classes('well', css.licences)} tabIndex={0} aria-label="Licenses">
      {answer?.text ?? 'Loading…'}
    </pre>
  )
}
