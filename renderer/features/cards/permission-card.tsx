import { useCallback, useId, useMemo, useState, type ReactNode, useRef, type MouseEvent } from 'react'
import type { Card, Entry } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import {
  readableName,
  callText,
  type FileDiff,
  type ToolCall,
} from '../../../main/contract/agents/tool-calls.ts'
import { act, errorWords } from '../../state/act.ts'
import { Button } from '../../components/button.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { shortPath } from '../../entities/folder/short-path.ts'
import { answersTo, LastingWords, type CardChoice, type Way } from '../../entities/card/answers.tsx'
import { useCardState } from '../../entities/card/card-state.ts'
import { CardFrame } from '../../entities/card/card-frame.tsx'
import { classes } from '../../components/classes.ts'
import { listed } from '../../entities/link/link-words.ts'
import css from './cards.module.css'
import { clockTime } from '../../components/duration.ts'
import type { Abilities } from '../../../main/contract/agents/abilities.ts'
import { useSent } from '../../state/use-sent.ts'
import { DiffCard, mostLines } from '../../components/diff.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { linesOfChange } from '../../entities/tool/change-lines.ts'
import { flushSync } from 'react-dom'
import type { RequestAnswers } from '../../../main/contract/api/answers.ts'
import { ask } from '../../state/connection.ts'
import { toast } from '../../state/view-store.ts'

export interface CardProps {
  readonly agent: AgentView
  readonly card: Card
  /** Moves the focus away from the card, which is gone. */
  readonly onAnswered: () => void
}

/** The card disappears when main confirms the answer. */
export function PermissionCard({ agent, card, onAnswered }: CardProps) {
  const [isDenying, setDenying] = useState(false)
  const about = useId()
  const asked = useCardInput(agent, card)
  const { isSent, answer } = useAnswering(agent, card, onAnswered)
  const answers = useMemo(() => answersTo(card.suggestions), [card.suggestions])
  const { hash } = asked
  const take = useCallback(
    (way: Way) => {
      if (way.kind === 'deny') setDenying(true)
      else if (hash !== null)
        answer('allow', way.kind === 'lasting' ? { hash, suggestion: way.suggestion } : { hash })
    },
    [hash, answer],
  )
  const keys = useMemo(
    () =>
      isSent || isDenying ? null : Object.fromEntries(answers.map(({ key, way }) => [key, () => take(way)])),
    [isSent, isDenying, answers, take],
  )
  const isPlan = card.tool.kind === 'switch_mode'
  const deny = (words: string) => answer('deny', words.trim() === '' ? {} : { message: words.trim() })
  return (
    <CardFrame card={card} title={card.title} about={about} keys={keys}>
      <AskedInput
        id={about}
        tool={card.tool}
        input={asked.input}
        diffs={asked.diffs}
        isWhole={asked.hidden === 0}
      />
      <Reasons agent={agent} card={card} />
      <HiddenPart asked={asked} />
      {isDenying ? (
        <DenyForm
          card={card.id}
          verb={isPlan ? 'Reject' : 'Deny'}
          heard={agent.abilities.denial}
          isSent={isSent}
          onDeny={deny}
          onBack={() => setDenying(false)}
        />
      ) : (
        <div className="acts">
          {answers.map((answer) => (
            <AnswerButton
              key={answer.key}
              answer={answer}
              isPlan={isPlan}
              isOff={isSent || (hash === null && answer.way.kind !== 'deny')}
              onTake={take}
            />
          ))}
        </div>
      )}
    </CardFrame>
  )
}

type More =
  | { readonly hash: string; readonly suggestion?: number }
  | { readonly message: string }
  | Record<string, never>

function useAnswering(agent: AgentView, card: Card, onAnswered: () => void) {
  const { isSent, send } = useSent(onAnswered)
  const answer = useCallback(
    (decision: 'allow' | 'deny', more: More) =>
      void send(act('cards.answer', { agent: agent.id, card: card.id, decision, ...more })),
    [agent.id, card.id, send],
  )
  return { isSent, answer }
}

interface AnswerButtonProps {
  readonly answer: CardChoice
  /** It asks to start on a plan. */
  readonly isPlan: boolean
  /** Another answer was sent, or not all of the input was shown. */
  readonly isOff: boolean
  readonly onTake: (way: Way) => void
}

function AnswerButton({ answer: { key, way }, isPlan, isOff, onTake }: AnswerButtonProps) {
  return (
    <Button
      variant={way.kind === 'once' ? 'primary' : undefined}
      className="long"
      aria-keyshortcuts={key}
      disabled={isOff}
      onClick={() => onTake(way)}
    >
      <kbd aria-hidden="true">{key}</kbd>
      {way.kind === 'once' && (isPlan ? 'Approve plan' : 'Allow once')}
      {way.kind === 'deny' && (isPlan ? 'Reject, and say why' : 'Deny, and say why')}
      {way.kind === 'lasting' && <LastingWords way={way} />}
    </Button>
  )
}

function Reasons({ agent, card }: { readonly agent: AgentView; readonly card: Card }) {
  const { description } = card.tool
  const entries = useMirror((now) => now.logs.agent[agent.id]?.rows)
  const when = useMemo(() => beginOf(entries ?? [], card.origin), [entries, card.origin])
  return (
    <>
      {(description !== '' || card.reason !== '') && (
        <dl className={classes('stack gap-2 small', css.words)}>
          {description !== '' && (
            <Words label="Reason given">
              “<SafeText text={description} />”
            </Words>
          )}
          {card.reason !== '' && (
            <Words label="Why it asks">
              <SafeText text={card.reason} />
            </Words>
          )}
        </dl>
      )}
      <p className="small pretty break-anywhere muted">
        <SafeText text={causeWords({ origin: card.origin, from: card.from, when })} />
        {card.tool.kind !== 'switch_mode' && (
          <>
            {' '}
            Uses <SafeText as="span" className="mono" text={readableName(card.tool.name)} /> in{' '}
            <SafeText as="span" className="mono" text={shortPath(agent.cwd)} />.
          </>
        )}
      </p>
    </>
  )
}

function Words({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="faint">{label}</dt>
      <dd className="pretty break-anywhere" dir="auto">
        {children}
      </dd>
    </div>
  )
}

/** What started the turn that asks; `when` is null when the window has not loaded that message. */
type Cause = Pick<Card, 'origin' | 'from'> & { readonly when: number | null }

/** Time of the message that began the newest turn; null when it is not among these rows. */
function beginOf(entries: readonly Entry[], origin: Card['origin']): number | null {
  const turn = entries.findLast((entry) => entry.turn !== null)?.turn
  const kind = origin === 'user' ? 'user' : 'peer'
  return entries.findLast((entry) => entry.turn === turn && entry.kind === kind)?.at ?? null
}

export function causeWords({ origin, from, when }: Cause, now = Date.now()): string {
  const at = when === null ? '' : ` at ${clockTime(when, now)}`
  if (origin === 'user') return `From your message${at}.`
  if (origin === 'system' || from.length === 0) return 'From a turn without a message.'
  return from.length === 1 ? `From ${from[0]}’s message${at}.` : `From messages of ${listed(from)}.`
}

interface DenyFormProps {
  /** Card id. */
  readonly card: string
  readonly verb: 'Deny' | 'Reject'
  /** How the agent's program passes a denial to its model. */
  readonly heard: Abilities['denial']
  readonly isSent: boolean
  readonly onDeny: (words: string) => void
  readonly onBack: () => void
}

const heardWords: Readonly<Record<Abilities['denial'], string>> = {
  words: 'Why not? The agent reads this',
  plain: 'Why not? Only a note for you: the agent does not get it',
  ends: 'Why not? Only a note for you: a denial ends the agent’s turn',
}

function DenyForm({ card, verb, heard, isSent, onDeny, onBack }: DenyFormProps) {
  const [words, setWords] = useCardState(`${card} denial`, () => '')
  const form = useRef<HTMLFormElement>(null)
  const back = () => {
    // The card's keys work again: move the focus to it before the focused element is gone.
    form.current?.closest<HTMLElement>('[data-part=card]')?.focus({ preventScroll: true })
    onBack()
  }
  return (
    <form
      ref={form}
      className="stack"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        back()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        onDeny(words)
      }}
    >
      <label className="field">
        <span className="label">
          {heardWords[heard]} <small>may stay empty</small>
        </span>
        <input
          className="input"
          autoFocus
          maxLength={4096}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
      <div className="acts">
        <Button type="submit" variant="primary" disabled={isSent}>
          {verb}
        </Button>
        <Button variant="ghost" disabled={isSent} onClick={back}>
          Back
        </Button>
      </div>
    </form>
  )
}

interface AskedInputProps {
  /** Id of the text that describes the card to screen readers. */
  readonly id: string
  readonly tool: ToolCall
  readonly input: string
  readonly diffs: readonly FileDiff[]
  /** Complete and untruncated: lines can be numbered. */
  readonly isWhole: boolean
}

/** Shows exactly what would run: file changes as diffs, anything else as text. */
function AskedInput({ id, tool, input, diffs, isWhole }: AskedInputProps) {
  const files = useMemo(() => filesOf(diffs), [diffs])
  const frame = (label: string) => ({
    'data-part': 'asked',
    tabIndex: 0,
    'aria-label': label,
    'aria-describedby': id,
  })
  const count = files.reduce((sum, { made }) => sum + made.lines.length, 0)
  if (tool.kind === 'switch_mode') {
    return (
      <div className={classes('well', css.cmd, css.plan)} role="region" {...frame('The plan')}>
        <div id={id} className="prose">
          <Markdown text={input} />
        </div>
      </div>
    )
  }
  const text = callText({ ...tool, diffs }, input)
  // The diff table shows at most `mostLines`; here the user must see every one.
  if (files.length === 0 || count > mostLines) {
    return (
      <pre className={classes('well', css.cmd)} role="group" {...frame('What it would run')}>
        <span id={id}>
          {text === '' ? <span className="muted">No input</span> : <SafeText text={text} />}
        </span>
      </pre>
    )
  }
  return (
    <div className={classes('well', css.cmd, css.whole)} role="region" {...frame('The change')}>
      <div id={id}>
        {files.map(({ path, made }, at) => (
          <DiffCard
            key={path}
            path={path}
            lines={made.lines}
            isNumbered={isWhole && made.isNumbered}
            isPart={!isWhole}
            isWhole
          >
            {input !== '' && at === files.length - 1 && (
              <SafeText as="p" className={css.besides} text={input} />
            )}
          </DiffCard>
        ))}
      </div>
    </div>
  )
}

function filesOf(diffs: readonly FileDiff[]) {
  const paths = [...new Set(diffs.map(({ path }) => path))]
  return paths.map((path) => ({ path, made: linesOfChange(diffs.filter((diff) => diff.path === path)) }))
}

/**
 * Loads the input of a card: a long one arrives truncated, and `look` fetches all of it. `hidden`: characters
 * not shown. `hash` identifies what is shown; it is null until that is everything, because only then the user
 * may allow it.
 */
function useCardInput(agent: AgentView, card: Card) {
  const [whole, setWhole] = useState<RequestAnswers['cards.look'] | null>(null)
  const [isLooking, setLooking] = useState(false)
  const look = async ({ currentTarget }: MouseEvent): Promise<void> => {
    const frame = currentTarget.closest('[data-part=card]')
    setLooking(true)
    try {
      const found = await ask('cards.look', { agent: agent.id, card: card.id })
      flushSync(() => setWhole(found))
      frame?.querySelector<HTMLElement>('[data-part=asked]')?.focus()
    } catch (error) {
      toast(errorWords(error), { isError: true })
    }
    setLooking(false)
  }
  const { input, diffs, hidden, hash } = whole ? { ...whole, hidden: 0 } : { ...card, diffs: card.tool.diffs }
  return { input, diffs, hidden, hash, isLooking, look }
}

function HiddenPart({
  asked: { hidden, isLooking, look },
}: {
  readonly asked: ReturnType<typeof useCardInput>
}) {
  if (hidden === 0) return null
  return (
    <p className={classes('row', css.unseen)} data-part="unseen">
      <span className="grow">
        <b className="num">
          {hidden.toLocaleString('en')} {hidden === 1 ? 'character is' : 'characters are'} not shown.
        </b>{' '}
        Read all of it before you allow it.
      </span>
      <Button variant="primary" disabled={isLooking} onClick={(event) => void look(event)}>
        Show all
      </Button>
    </p>
  )
}
