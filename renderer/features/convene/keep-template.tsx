import { useId, useState, type KeyboardEvent } from 'react'
import { wordsOf } from '../../state/act.ts'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { ask } from '../../state/connection.ts'
import { toast } from '../../state/view-store.ts'
import type { CircleDraft } from './circle-draft.ts'
import { rhythmsNow, takeRhythms } from './use-circle.ts'
import { classes } from '../../components/classes.ts'
import css from './plan-summary.module.css'
import conveneCss from './convene.module.css'

/** Longest name of a template, in characters. */
const longest = 40

interface KeepTemplateProps {
  readonly draft: CircleDraft
  readonly onDone: () => void
}

/** Names what stands in the sheet, and keeps it as a template: its breath and its question, not its people. */
export function KeepTemplate({ draft, onDone }: KeepTemplateProps) {
  const id = useId()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const opening = rhythmsNow()?.find((one) => one.name === draft.rhythm)?.opening ?? ''
  const keep = async () => {
    if (name.trim() === '') return setProblem('Give it a name.')
    const { length } = name.trim()
    if (length > longest) return setProblem(`A name has up to ${longest} characters; this one has ${length}.`)
    try {
      takeRhythms(
        await ask('rhythms.keep', {
          name: name.trim(),
          structure: [...draft.structure],
          beatsPerTurn: draft.beats,
          beatIntervalSeconds: draft.interval,
          question: draft.question,
          opening,
        }),
      )
      toast(`Kept as the template “${visible(name.trim())}”`)
      onDone()
    } catch (error) {
      setProblem(wordsOf(error))
    }
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void keep()
  }
  return (
    <footer>
      <label htmlFor={id}>Name of the template</label>
      <input
        id={id}
        className="input grow"
        autoFocus
        autoComplete="off"
        value={name}
        aria-describedby={`${id}-about`}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={press}
      />
      <button type="button" className={classes('btn', conveneCss.lg)} onClick={onDone}>
        Back
      </button>
      <button type="button" className={classes('btn primary', conveneCss.lg)} onClick={() => void keep()}>
        Save
      </button>
      <div className={classes('stack gap-3 break-anywhere', css.notes, css.whole)} id={`${id}-about`}>
        {problem === '' ? (
          <p className="muted">
            Its rounds, beats and question are kept, not who sits. The same name replaces.
          </p>
        ) : (
          <Problem text={problem} />
        )}
      </div>
    </footer>
  )
}
