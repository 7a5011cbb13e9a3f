import { useState, type FormEvent } from 'react'
import type { AgentView } from '../../../main/contract/views.ts'
import { wordsOf } from '../../act.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { ask } from '../../connection.ts'
import { mirror } from '../../store.ts'
import { newKey, showGathering } from '../../view-store.ts'
import { Aside } from './aside.tsx'
import { Cast } from './cast.tsx'
import { KeepTemplate } from './keep-template.tsx'
import { missingIn, planOf } from './plan.ts'
import { Presets } from './presets.tsx'
import { Structures } from './structures.tsx'
import { TopicFields } from './topic-fields.tsx'
import { useCircle, type ConvenePanel } from './use-circle.ts'
import { usePreview } from './use-preview.ts'
import './convene.css'
import './convene-aside.css'

interface ConveneSheetProps {
  readonly panel: ConvenePanel
  /** The tab in view. */
  readonly near: AgentView | null
  readonly onClose: () => void
}

/** The sheet that a gathering starts from. */
export function ConveneSheet({ panel, near, onClose }: ConveneSheetProps) {
  const circle = useCircle(panel, near)
  const { draft, change } = circle
  const preview = usePreview(draft)
  const [isNaming, setNaming] = useState(false)
  const opening = useOpening(circle.forget, onClose)
  const missing = missingIn(draft)
  const open = (event: FormEvent) => {
    event.preventDefault()
    void opening.open(draft, missing)
  }
  const problems = [opening.refused, ...(preview.told?.problems ?? []), preview.problem].filter(
    (one) => one !== '',
  )
  return (
    <Dialog
      title={draft.proposal === null ? 'Convene a gathering' : 'Change a proposed gathering'}
      className="convene"
      tools={<Presets circle={circle} />}
      onClose={onClose}
    >
      <form onSubmit={open} noValidate>
        <div className="body">
          <div className="form">
            {circle.isKept && <Kept onStartAnew={circle.startAnew} />}
            <TopicFields draft={draft} onChange={change} />
            <Cast draft={draft} onChange={change} />
            <Structures draft={draft} onChange={change} />
          </div>
          <Aside draft={draft} onChange={change} preview={preview} />
        </div>
        {isNaming ? (
          <KeepTemplate draft={draft} onDone={() => setNaming(false)} />
        ) : (
          <footer>
            <Notes
              problems={[...new Set(problems)]}
              warnings={preview.told?.warnings ?? []}
              missing={missing}
            />
            <button type="button" className="btn ghost keep" onClick={() => setNaming(true)}>
              Save as template
            </button>
            <button
              type="button"
              className="btn lg"
              onClick={() => {
                circle.forget()
                onClose()
              }}
            >
              Cancel
            </button>
            <button
              type="submit"
              className="btn primary lg"
              aria-disabled={missing !== '' || (preview.told?.problems.length ?? 0) > 0 || opening.isAsked}
            >
              Open the circle
            </button>
          </footer>
        )}
      </form>
    </Dialog>
  )
}

/** Opening the circle: what came of it, and whether it is on its way. */
function useOpening(forget: () => void, onClose: () => void) {
  const [refused, setRefused] = useState('')
  const [isAsked, setAsked] = useState(false)
  // The same press, sent twice by a line that broke, convenes once.
  const [key] = useState(newKey)
  const open = async (draft: Parameters<typeof planOf>[0], missing: string) => {
    if (isAsked) return
    if (missing !== '') return setRefused(missing)
    setAsked(true)
    try {
      const { agents } = mirror.getState()
      const plan = planOf(draft, (id) => agents[id]?.name ?? '')
      const { id } = await ask('gatherings.convene', { ...plan, idempotencyKey: key })
      forget()
      onClose()
      showGathering(id)
    } catch (error) {
      setRefused(wordsOf(error))
      setAsked(false)
    }
  }
  return { refused, isAsked, open }
}

function Kept({ onStartAnew }: { readonly onStartAnew: () => void }) {
  return (
    <p className="kept-circle">
      <span className="grow">As you left it.</span>
      <button type="button" className="btn ghost" onClick={onStartAnew}>
        Start anew
      </button>
    </p>
  )
}

interface NotesProps {
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
  readonly missing: string
}

/** Why it cannot start, else what the person should know before it does. */
function Notes({ problems, warnings, missing }: NotesProps) {
  const shown = problems.filter((words) => words !== missing)
  return (
    <div className="notes grow">
      {missing !== '' && <p className="muted">{missing}</p>}
      {shown.map((words) => (
        <Problem key={words} text={words} />
      ))}
      {shown.length === 0 &&
        warnings.map((words) => (
          <p key={words} className="muted" role="status">
            <SafeText text={words} />
          </p>
        ))}
    </div>
  )
}
