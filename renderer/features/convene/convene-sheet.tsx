import { nameOfPeerIn } from '../../state/peers.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { useState, type FormEvent } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { wordsOf } from '../../state/act.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { newKey, showGathering } from '../../state/view-store.ts'
import { PlanSummary } from './plan-summary.tsx'
import { Participants } from './participants.tsx'
import type { CircleDraft } from './circle-draft.ts'
import { ForkPart } from './fork-part.tsx'
import { KeepTemplate } from './keep-template.tsx'
import { capWarning } from './numbers.ts'
import { planOf } from './plan.ts'
import { Presets } from './presets.tsx'
import { Structures } from './structures.tsx'
import { TopicFields } from './topic-fields.tsx'
import { useCircle, type ConvenePanel } from './use-circle.ts'
import { usePreview, type Preview } from './use-preview.ts'
import { focusField, problemId, WrongField, wrongIn, type Wrong } from './validation.ts'
import css from './convene.module.css'
import conveneAsideCss from './plan-summary.module.css'
import { classes } from '../../components/classes.ts'

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
  // Before the presets have come, nobody has left anything out.
  const isBegun = circle.isTouched || draft.rhythm !== null || opening.isTried
  const blocked = wrongIn(draft) ?? preview.against
  const wrong = (isBegun ? blocked : null) ?? refusedOf(opening.refusal, draft) ?? unasked(preview.problem)
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void opening.open(draft, blocked)
    if (blocked?.field) focusField(event.currentTarget, blocked.field)
  }
  return (
    <Dialog
      title={titleOf(draft)}
      className={css.convene}
      tools={<Presets circle={circle} />}
      onClose={onClose}
    >
      <form onSubmit={open} noValidate>
        <WrongField value={wrong?.field ?? null}>
          <div className="sheet-body">
            <div className={css.form}>
              {circle.isKept && <Kept onStartAnew={circle.startAnew} />}
              {draft.fork && <ForkPart draft={draft} fork={draft.fork} preview={preview} onChange={change} />}
              <TopicFields draft={draft} onChange={change} />
              <Participants draft={draft} onChange={change} onLeave={onClose} />
              <Structures draft={draft} onChange={change} />
            </div>
            <PlanSummary draft={draft} onChange={change} preview={preview} />
          </div>
        </WrongField>
        {isNaming ? (
          <KeepTemplate draft={draft} onDone={() => setNaming(false)} />
        ) : (
          <footer>
            <Notes wrong={wrong} warnings={warningsOf(draft, preview)} />
            <button type="button" className="btn ghost" onClick={() => setNaming(true)}>
              Save as template
            </button>
            <button
              type="button"
              className={classes('btn', css.lg)}
              onClick={() => {
                circle.forget()
                onClose()
              }}
            >
              Cancel
            </button>
            <button
              type="submit"
              className={classes('btn primary', css.lg)}
              aria-disabled={blocked !== null || opening.isAsked}
            >
              Open the circle
            </button>
          </footer>
        )}
      </form>
    </Dialog>
  )
}

const titleOf = ({ proposal, fork }: CircleDraft): string => {
  if (fork !== null) return 'Fork a gathering'
  return proposal === null ? 'Convene a gathering' : 'Change a proposed gathering'
}

/** Why main would not open a circle, as it stood then. */
interface Refusal {
  readonly draft: CircleDraft
  readonly words: string
}

/** A refusal holds until something is changed. */
const refusedOf = (refusal: Refusal | null, draft: CircleDraft): Wrong | null =>
  refusal?.draft === draft ? { field: null, words: refusal.words } : null

const unasked = (words: string): Wrong | null => (words === '' ? null : { field: null, words })

/** Opening the circle: what came of it, and whether it is on its way. */
function useOpening(forget: () => void, onClose: () => void) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isTried, setTried] = useState(false)
  const [isAsked, setAsked] = useState(false)
  // The same press, sent twice by a line that broke, convenes once.
  const [key] = useState(newKey)
  const open = async (draft: CircleDraft, blocked: Wrong | null) => {
    setTried(true)
    if (isAsked || blocked) return
    setAsked(true)
    try {
      const { agents, status } = mirror.getState()
      const namePeer = (id: AgentId) => nameOfPeerIn(status?.fleet ?? null, id)
      const plan = planOf(draft, (id) => agents[id]?.name ?? namePeer(id))
      const { id } = await ask('gatherings.convene', { ...plan, idempotencyKey: key })
      forget()
      onClose()
      showGathering(id)
    } catch (error) {
      setRefusal({ draft, words: wordsOf(error) })
      setAsked(false)
    }
  }
  return { refusal, isTried, isAsked, open }
}

function Kept({ onStartAnew }: { readonly onStartAnew: () => void }) {
  return (
    <p className={css.keptCircle}>
      <span className="grow">As you left it.</span>
      <button type="button" className="btn ghost" onClick={onStartAnew}>
        Start anew
      </button>
    </p>
  )
}

/** What main warns of, and a cap that is reached before the end. */
function warningsOf({ cap }: CircleDraft, { told }: Preview): readonly string[] {
  const early = capWarning(cap, told)
  return [...(early === '' ? [] : [early]), ...(told?.warnings ?? [])]
}

interface NotesProps {
  readonly wrong: Wrong | null
  readonly warnings: readonly string[]
}

/** Why it cannot start, one thing at a time; else what the person should know before it does. */
function Notes({ wrong, warnings }: NotesProps) {
  return (
    <div className={classes(conveneAsideCss.notes, 'grow')}>
      {wrong && <Problem key={wrong.words} text={wrong.words} id={problemId} />}
      {!wrong &&
        warnings.map((words) => (
          <p key={words} className="muted" role="status">
            <SafeText text={words} />
          </p>
        ))}
    </div>
  )
}
