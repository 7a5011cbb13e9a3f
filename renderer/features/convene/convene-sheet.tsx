import { nameOfPeerIn } from '../../state/peers.ts'
import { useState, useId, type FormEvent, type KeyboardEvent } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { errorWords } from '../../state/act.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Problem } from '../../components/problem.tsx'
import { Segments } from '../../components/segments.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { newKey, showGathering, toast } from '../../state/view-store.ts'
import { PlanSummary } from './plan-summary.tsx'
import { Participants } from './participants.tsx'
import type { CircleDraft, ForkDraft, PartProps } from './circle-draft.ts'
import { capWarning } from './numbers.ts'
import { planFromDraft } from './plan.ts'
import { Length } from './length.tsx'
import { GatheringOptions } from './options.tsx'
import { useCircle, currentRhythms, setRhythms, type ConvenePanel, type Circle } from './use-circle.ts'
import { usePreview, type Preview } from './use-preview.ts'
import {
  focusField,
  problemId,
  WrongField,
  firstInvalidInput,
  useMark,
  type InvalidInput,
} from './validation.ts'
import { classes } from '../../components/classes.ts'
import { takeFocus } from '../../components/focus.ts'
import { visible } from '../../components/hygiene.ts'
import css from './convene.module.css'
import conveneAsideCss from './plan-summary.module.css'
import { Switch } from '../../components/switch.tsx'
import { forkPointWords } from '../../entities/gathering/gathering-words.ts'

interface ConveneSheetProps {
  readonly panel: ConvenePanel
  readonly near: AgentView | null
  readonly onClose: () => void
}

export function ConveneSheet({ panel, near, onClose }: ConveneSheetProps) {
  const circle = useCircle(panel, near)
  const { draft, change } = circle
  const preview = usePreview(draft)
  const [isNaming, setNaming] = useState(false)
  const opening = useOpening(circle.forget, onClose)
  // Don't complain before the presets have arrived.
  const isBegun = circle.isTouched || draft.rhythm !== null || opening.isTried
  const blocked = firstInvalidInput(draft) ?? preview.against
  // A refusal is shown until something changes.
  const refused = opening.refusal?.draft === draft ? opening.refusal.words : preview.problem
  const wrong = (isBegun ? blocked : null) ?? (refused === '' ? null : { field: null, words: refused })
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void opening.open(draft, blocked)
    if (blocked?.field) focusField(event.currentTarget, blocked.field)
  }
  return (
    <Dialog title={titleOf(draft)} className={css.convene} onClose={onClose}>
      <form onSubmit={open} noValidate>
        <WrongField value={wrong?.field ?? null}>
          <div className="sheet-body">
            <div className={css.form}>
              {circle.isKept && (
                <p className={classes('row small muted', css.keptCircle)}>
                  <span className="grow">Your draft was restored.</span>
                  <Button variant="ghost" onClick={circle.startAgain}>
                    Start over
                  </Button>
                </p>
              )}
              {draft.fork && <ForkPart fork={draft.fork} preview={preview} onChange={change} />}
              <QuestionField circle={circle} />
              <Participants draft={draft} onChange={change} onLeave={onClose} />
              <Length draft={draft} onChange={change} />
              <GatheringOptions circle={circle} onSaveTemplate={() => setNaming(true)} />
            </div>
            <PlanSummary draft={draft} preview={preview} />
          </div>
        </WrongField>
        {isNaming ? (
          <KeepTemplate draft={draft} onDone={() => setNaming(false)} />
        ) : (
          <footer>
            <Notes wrong={wrong} warnings={warningsOf(draft, preview)} />
            <Button
              className={css.lg}
              onClick={() => {
                circle.forget()
                onClose()
              }}
            >
              Cancel
            </Button>
            <Button
              type="submit"
              variant="primary"
              className={css.lg}
              aria-disabled={blocked !== null || opening.isAsked}
            >
              Start
            </Button>
          </footer>
        )}
      </form>
    </Dialog>
  )
}

const titleOf = ({ proposal, fork }: CircleDraft): string => {
  if (fork !== null) return 'Fork a gathering'
  return proposal === null ? 'New gathering' : 'Change a proposed gathering'
}

/** State of the request that starts the gathering. */
function useOpening(forget: () => void, onClose: () => void) {
  const [refusal, setRefusal] = useState<{ readonly draft: CircleDraft; readonly words: string } | null>(null)
  const [isTried, setTried] = useState(false)
  const [isAsked, setAsked] = useState(false)
  // Reused by a retry, so that one click starts one gathering.
  const [key] = useState(newKey)
  const open = async (draft: CircleDraft, blocked: InvalidInput | null) => {
    setTried(true)
    if (isAsked || blocked) return
    setAsked(true)
    try {
      const { agents, status } = mirror.getState()
      const plan = planFromDraft(draft, (id) => agents[id]?.name ?? nameOfPeerIn(status?.fleet ?? null, id))
      const { id } = await ask('gatherings.convene', { ...plan, idempotencyKey: key })
      forget()
      onClose()
      showGathering(id)
    } catch (error) {
      setRefusal({ draft, words: errorWords(error) })
      setAsked(false)
    }
  }
  return { refusal, isTried, isAsked, open }
}

function warningsOf({ cap }: CircleDraft, { told }: Preview): readonly string[] {
  const early = capWarning(cap, told)
  return [...(early === '' ? [] : [early]), ...(told?.warnings ?? [])]
}

interface NotesProps {
  readonly wrong: InvalidInput | null
  readonly warnings: readonly string[]
}

function Notes({ wrong, warnings }: NotesProps) {
  return (
    <div className={classes('stack gap-3 grow break-anywhere', conveneAsideCss.notes)}>
      {wrong && <Problem key={wrong.words} text={wrong.words} id={problemId} />}
      {!wrong &&
        warnings.map((words) => <SafeText as="p" key={words} className="muted" role="status" text={words} />)}
    </div>
  )
}

function QuestionField({ circle }: { readonly circle: Circle }) {
  const { draft, rhythms, setQuestion } = circle
  const { question } = draft
  // A preset's question is selected for overwriting; the user's own is edited.
  const isOfPreset = rhythms?.some((one) => one.question === question) === true
  return (
    <TextAreaField
      {...useMark('question')}
      ref={takeFocus}
      label="Question"
      className={css.question}
      rows={2}
      maxLength={4096}
      placeholder="What would make us regret it?"
      value={question}
      onFocus={(event) => isOfPreset && event.target.select()}
      onChange={setQuestion}
    />
  )
}

/** Characters. */
const longest = 40

function KeepTemplate({ draft, onDone }: { readonly draft: CircleDraft; readonly onDone: () => void }) {
  const id = useId()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState('')
  const opening = currentRhythms()?.find((one) => one.name === draft.rhythm)?.opening ?? ''
  const keep = async () => {
    if (name.trim() === '') return setProblem('Enter a name.')
    const { length } = name.trim()
    if (length > longest) return setProblem(`A name has up to ${longest} characters; this one has ${length}.`)
    try {
      setRhythms(
        await ask('rhythms.keep', {
          name: name.trim(),
          structure: [...draft.structure],
          beatsPerTurn: draft.beats,
          beatIntervalSeconds: draft.interval,
          question: draft.question,
          opening,
        }),
      )
      toast(`Saved as the template “${visible(name.trim())}”`)
      onDone()
    } catch (error) {
      setProblem(errorWords(error))
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
      <Button className={css.lg} onClick={onDone}>
        Back
      </Button>
      <Button variant="primary" className={css.lg} onClick={() => void keep()}>
        Save
      </Button>
      <div
        className={classes('stack gap-3 break-anywhere', conveneAsideCss.notes, conveneAsideCss.whole)}
        id={`${id}-about`}
      >
        {problem === '' ? (
          <p className="muted">
            Saves rounds, reminders and question, not participants. The same name replaces an existing
            template.
          </p>
        ) : (
          <Problem text={problem} />
        )}
      </div>
    </footer>
  )
}

interface ForkPartProps extends Omit<PartProps, 'draft'> {
  readonly fork: ForkDraft
  readonly preview: Preview
}

const beginnings = [
  { value: 'there', word: 'Continue from there' },
  { value: 'anew', word: 'Start over' },
] as const

function ForkPart({ fork, preview, onChange }: ForkPartProps) {
  const told = preview.told?.fork ?? null
  const begins = fork.begins ?? told?.begins ?? 'there'
  return (
    <section className={classes('stack break-anywhere', css.forkPart)} aria-label="The earlier circle">
      <p>
        Continues “<SafeText text={fork.topic} />” at <SafeText text={forkPointWords(fork.row)} />.{' '}
        {told && <span className="muted">{givenWords(told, begins)}</span>}
      </p>
      <Segments
        aria-label="How it begins"
        segments={beginnings}
        isOn={(one) => one === begins}
        onPress={(next) => onChange({ fork: { ...fork, begins: next } })}
      />
      {told && !told.canGoOn && begins === 'anew' && (
        <small className="small muted">
          Nothing is left after that place, so it starts over with what was said as its history.
        </small>
      )}
      <Switch
        label="Use copies: the agents themselves stay as they are"
        isOn={fork.copies}
        onTurn={(copies) => onChange({ fork: { ...fork, copies } })}
      />
      {fork.gone.length > 0 && <SafeText as="small" className="small muted" text={goneWords(fork.gone)} />}
    </section>
  )
}

export function givenWords(
  { given, sealed }: NonNullable<NonNullable<Preview['told']>['fork']>,
  begins: 'there' | 'anew',
): string {
  if (given === 0 && sealed === 0) return 'There are no earlier statements.'
  const words = `Everyone gets the ${given === 1 ? 'one earlier statement' : `${given} earlier statements`}.`
  if (sealed === 0) return words
  const left = begins === 'there' ? 'stay hidden until their round opens' : 'were hidden, and stay out'
  return `${words} ${sealed} ${left}.`
}

const goneWords = (gone: readonly string[]): string =>
  gone.length === 1
    ? `${gone.join()} was deleted. A new agent is created, unless you choose another.`
    : `${gone.join(', ')} were deleted. New agents are created, unless you choose others.`
