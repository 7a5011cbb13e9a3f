import { useRef, type KeyboardEvent } from 'react'
import type { Structure } from '../../../main/contract/gatherings/gatherings.ts'
import { structureWords, type PartProps } from './circle-draft.ts'
import { NumberField } from './plan-summary.tsx'
import { phaseNames, without } from './numbers.ts'
import { classes } from '../../components/classes.ts'
import css from './convene.module.css'

const offered: readonly { readonly of: Structure; readonly about: string }[] = [
  { of: [1, 1, 1], about: 'a daily pulse' },
  { of: [2, 2, 2], about: 'meets in depth' },
  { of: [2, 3, 2], about: 'more friction' },
]

/** Whether the sheet offers a structure by name; any other is one's own. */
export const isOffered = (structure: Structure): boolean =>
  offered.some(({ of }) => structureWords(of) === structureWords(structure))

export function Structures({ draft, onChange }: PartProps) {
  const { structure, isOwn } = draft
  const now = structureWords(structure)
  const at = offered.findIndex(({ of }) => structureWords(of) === now)
  const chosen = isOwn || at < 0 ? offered.length : at
  const choose = (next: number) => {
    const found = offered[next]
    if (!found) return onChange({ isOwn: true })
    onChange({ structure: found.of, isOwn: false, unread: without(draft.unread, phaseNames) })
  }
  const group = useArrows(chosen, offered.length + 1, choose)
  return (
    <div className="field">
      <span className="label">Structure, in rounds: inhale, hold, exhale</span>
      <small>Inhale: each from where they sit. Hold: they answer one another. Exhale: what will hold.</small>
      <div className={css.structs} role="radiogroup" aria-label="Structure" {...group}>
        {offered.map(({ of, about }, index) => (
          <Card
            key={about}
            name={structureWords(of)}
            about={about}
            bars={of}
            isChosen={chosen === index}
            onChoose={() => choose(index)}
          />
        ))}
        <Card
          name="Own…"
          about="set each phase"
          bars={isOwn ? structure : [1, 1, 1]}
          isChosen={chosen === offered.length}
          onChoose={() => choose(offered.length)}
        />
      </div>
      {chosen === offered.length && (
        <div className={classes('row wrap row-gap-3', css.ownRounds)}>
          {phaseNames.map((phase) => (
            <NumberField key={phase} of={phase} draft={draft} onChange={onChange} />
          ))}
        </div>
      )}
    </div>
  )
}

interface CardProps {
  readonly name: string
  readonly about: string
  readonly bars: Structure
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Card({ name, about, bars, isChosen, onChoose }: CardProps) {
  return (
    <button
      type="button"
      className={classes('stack gap-3', css.struct)}
      role="radio"
      aria-checked={isChosen}
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
    >
      <b className="num strong">{name}</b>
      <Bars of={bars} />
      <small>{about}</small>
    </button>
  )
}

/** The rounds as a line of marks, the hold standing up. */
function Bars({ of }: { readonly of: Structure }) {
  return (
    <span className={css.bars} aria-hidden="true">
      {of.flatMap((rounds, phase) => [
        ...(phase > 0 ? [<s key={`gap ${phase}`} />] : []),
        ...Array.from({ length: rounds }, (_, round) => (
          <i key={`${phase} ${round}`} className={phase === 1 ? css.high : undefined} />
        )),
      ])}
    </span>
  )
}

/** In a group of radio buttons arrow keys go on to the next one, and choose it. */
function useArrows(at: number, count: number, choose: (at: number) => void) {
  const ref = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = (at + step + count) % count
    choose(next)
    ref.current?.querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus()
  }
  return { ref, onKeyDown }
}
