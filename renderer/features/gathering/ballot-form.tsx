import { useId, useState } from 'react'
import { optionsOf, type Decision } from '../../../main/contract/gatherings/decisions.ts'
import { Button } from '../../components/button.tsx'
import { takeLostFocus } from '../../components/focus.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { ordinal } from '../../entities/gathering/gathering-words.ts'
import { act } from '../../state/act.ts'
import { useSaying } from './say.ts'
import { TurnHead, type TurnProps } from './your-turn.tsx'
import css from './ballot-form.module.css'
import dockCss from './dock.module.css'

/** The user's vote or consent: it is sent as the same line that agents end their answer with. */
export function BallotForm({ of, piece, decision }: TurnProps & { readonly decision: Decision }) {
  const heading = useId()
  const draft = useSaying(of.id, 'speak')
  const [line, setLine] = useState('')
  const [isSent, setSent] = useState(false)
  const needsWords = line === 'OBJECT'
  const canSend = line !== '' && !isSent && (!needsWords || draft.text.trim() !== '')
  const send = async (text: string) => {
    setSent(true)
    const isGone = await act('gatherings.say', { id: of.id, turnId: piece.turnId, text })
    if (isGone) draft.write('')
    setSent(false)
  }
  const withReason = (answer: string): string => `${draft.text.trim()}\n\n${answer}`.trim()
  const answer = needsWords ? `OBJECT: ${draft.text.trim()}` : withReason(line)
  const seal = decision.alone ? 'You decide alone.' : 'Nobody sees it before all have answered.'
  const hint = needsWords && !canSend ? 'An objection needs a reason.' : seal
  return (
    <section className={dockCss.holding} data-part="your-turn" aria-labelledby={heading}>
      <TurnHead of={of} piece={piece} heading={heading} />
      <form
        className={css.ballot}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          if (canSend) void send(answer)
        }}
      >
        {decision.by === 'consent' ? (
          <Consent chosen={line} onChoose={setLine} />
        ) : (
          <Ranking options={optionsOf(decision)} onRank={setLine} />
        )}
        <TextAreaField
          label={needsWords ? 'Your reason' : 'Your reason, if you like'}
          rows={2}
          value={draft.text}
          onChange={draft.write}
        />
        <div className="acts">
          <Button variant="primary" type="submit" disabled={!canSend}>
            Submit
          </Button>
          <Button disabled={isSent} onClick={() => void send(withReason('ABSTAIN'))}>
            Abstain
          </Button>
          <span className="small muted">{hint}</span>
        </div>
      </form>
    </section>
  )
}

const answers = [
  ['AGREE', 'Agree'],
  ['STAND ASIDE', 'Stand aside: I would not do it, and do not block it'],
  ['OBJECT', 'Object: it would do harm'],
] as const

interface ConsentProps {
  readonly chosen: string
  readonly onChoose: (line: string) => void
}

function Consent({ chosen, onChoose }: ConsentProps) {
  const id = useId()
  return (
    <fieldset className="stack gap-2">
      <legend>Do you consent to what was concluded?</legend>
      {answers.map(([line, words], at) => (
        <label key={line} className="row gap-3">
          <input
            ref={at === 0 ? takeLostFocus : undefined}
            type="radio"
            name={id}
            checked={chosen === line}
            onChange={() => onChoose(line)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  )
}

interface RankingProps {
  readonly options: readonly string[]
  readonly onRank: (line: string) => void
}

/** A rank for each option: equal ranks tie, options without one come last. */
function Ranking({ options, onRank }: RankingProps) {
  const [places, setPlaces] = useState<readonly number[]>(options.map(() => 0))
  const rank = (option: number, place: number) => {
    const next = places.with(option, place)
    setPlaces(next)
    onRank(lineOf(next))
  }
  return (
    <fieldset className="stack gap-2">
      <legend>Rank the options; two may have the same place.</legend>
      {options.map((option, at) => (
        <label key={option} className={css.option}>
          <select
            ref={at === 0 ? takeLostFocus : undefined}
            className="input"
            value={places[at] ?? 0}
            onChange={(event) => rank(at, Number(event.target.value))}
          >
            <option value={0}>not ranked</option>
            {options.map((_, place) => (
              <option key={place} value={place + 1}>
                {ordinal(place + 1)}
              </option>
            ))}
          </select>
          <SafeText text={option} className="break-anywhere" />
        </label>
      ))}
    </fieldset>
  )
}

/** `VOTE: 2 > 1 = 3`; empty when nothing is ranked. */
export function lineOf(places: readonly number[]): string {
  const ranked = [...new Set(places)].filter((place) => place > 0).sort((a, b) => a - b)
  const groups = ranked.map((place) =>
    places.flatMap((one, at) => (one === place ? [String(at + 1)] : [])).join(' = '),
  )
  return groups.length === 0 ? '' : `VOTE: ${groups.join(' > ')}`
}
