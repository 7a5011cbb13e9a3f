import { useState } from 'react'
import type { AppStatus } from '../../../main/contract/views.ts'
import { wordsOf } from '../../act.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { ask } from '../../connection.ts'
import { tell, useMirror } from '../../store.ts'
import { toast } from '../../view-store.ts'

interface Line {
  readonly name: string
  readonly isGood: boolean
  readonly words: string
}

/** The lines of the check, the broken one with what mends it. */
function linesOf({ cli }: AppStatus): readonly Line[] {
  const found = {
    name: 'Claude CLI',
    isGood: cli.path !== null,
    words: cli.path ?? cli.problem ?? 'Not found',
  }
  if (cli.path === null) return [found]
  const version = { name: 'Version', isGood: cli.version !== null, words: cli.version ?? 'It did not answer' }
  return cli.problem === null
    ? [found, version]
    : [found, version, { name: 'To mend', isGood: false, words: cli.problem }]
}

/** What keeps the CLI from answering, shown only if something does. */
export function Check() {
  const status = useMirror((now) => now.status)
  const [isChecking, setChecking] = useState(false)
  if (status === null || status.cli.problem === null) return null
  const again = async () => {
    setChecking(true)
    try {
      tell({ kind: 'status', status: await ask('app.status', {}) })
    } catch (error) {
      toast(wordsOf(error), { isError: true })
    }
    setChecking(false)
  }
  const copy = () =>
    navigator.clipboard.writeText(JSON.stringify({ version: status.version, cli: status.cli }, null, 2)).then(
      () => toast('The diagnosis is copied'),
      () => toast('This browser does not let the page copy', { isError: true }),
    )
  return (
    <section aria-labelledby="check">
      <h2 id="check" className="check-title">
        One thing to mend before it can answer
      </h2>
      <ul className="check">
        {linesOf(status).map((line) => (
          <li key={line.name}>
            <Icon name={line.isGood ? 'check' : 'x'} className={line.isGood ? 'ok' : 'no'} />
            <b>
              {line.name}
              <span className="vh">{line.isGood ? ', fine' : ', not fine'}</span>
            </b>
            <span className="muted">
              <SafeText text={line.words} />
            </span>
          </li>
        ))}
      </ul>
      <div className="acts check-acts">
        <button type="button" className="btn ghost" disabled={isChecking} onClick={() => void again()}>
          {isChecking ? 'Checking…' : 'Check again'}
        </button>
        <button type="button" className="btn ghost" onClick={() => void copy()}>
          Copy diagnosis
        </button>
      </div>
    </section>
  )
}
