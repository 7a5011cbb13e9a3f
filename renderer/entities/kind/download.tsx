import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { Problem } from '../../components/problem.tsx'
import { downloadPercent, type DownloadState } from '../../../main/contract/agents/program-downloads.ts'
import { programTitle } from '../../../main/contract/agents/kinds.ts'
import { sizeWords } from '../../../main/contract/words/size-words.ts'
import type { KindStatus } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { useIsChosen } from './kind-status.ts'
import css from './kind.module.css'

/** Whether Janus can download the program because it is missing or too old. */
const canDownload = ({ download, problem }: KindStatus): boolean =>
  download !== undefined &&
  download.state.kind !== 'installed' &&
  problem !== null &&
  problem.line !== 'login'

export const isDownloading = (of: KindStatus): boolean =>
  canDownload(of) && ['downloading', 'unpacking'].includes(of.download?.state.kind ?? '')

interface DownloadProgramProps {
  readonly of: KindStatus
  /** One of several in a list, so the button is not primary. */
  readonly inList?: boolean
}

/** Renders nothing if a download is impossible or not needed. */
export function DownloadProgram({ of, inList = false }: DownloadProgramProps) {
  const { kind, download } = of
  const isChosen = useIsChosen(of)
  if (download === undefined || isChosen || !canDownload(of)) return null
  const { state, from } = download
  const begin = () => void act('programs.install', { kind })
  if (isDownloading(of)) return <DownloadProgress of={of} state={state} />
  return (
    <div className={classes('stack gap-2', css.download)}>
      {state.kind === 'failed' && <Problem text={state.words} />}
      <p className="row wrap gap-3">
        <Button variant={inList ? undefined : 'primary'} onClick={begin}>
          {state.kind === 'failed' ? 'Try again' : `Download ${programTitle(kind)}`}
        </Button>
        <small className="muted">The version tested with Janus, from {from}</small>
      </p>
    </div>
  )
}

interface DownloadProgressProps {
  readonly of: KindStatus
  readonly state: DownloadState
}

function DownloadProgress({ of: { kind }, state }: DownloadProgressProps) {
  const percent = downloadPercent(state)
  const name = programTitle(kind)
  return (
    <div className={classes('row wrap gap-3', css.download)}>
      <progress
        className="grow"
        aria-label={`Download of ${name}`}
        max={100}
        {...(percent === null ? {} : { value: percent })}
      />
      <small className="muted" role="status">
        {progressWords(state)}
      </small>
      {state.kind === 'downloading' && (
        <Button variant="ghost" onClick={() => void act('programs.cancel', { kind })}>
          Cancel
        </Button>
      )}
    </div>
  )
}

function progressWords(state: DownloadState): string {
  if (state.kind !== 'downloading') return 'Checking and unpacking…'
  const { received, total } = state
  return total === null ? `${sizeWords(received)} so far` : `${sizeWords(received)} of ${sizeWords(total)}`
}
