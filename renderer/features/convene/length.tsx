import { useRef, type KeyboardEvent } from 'react'
import type { Structure } from '../../../main/contract/gatherings/gatherings.ts'
import { roundsIn, type PartProps } from './circle-draft.ts'
import { phaseFields, withoutNumbers } from './numbers.ts'
import { classes } from '../../components/classes.ts'
import css from './convene.module.css'

const lengths: readonly { readonly name: string; readonly of: Structure }[] = [
  { name: 'Quick', of: [1, 1, 1] },
  { name: 'Standard', of: [2, 2, 2] },
  { name: 'Extended', of: [2, 3, 2] },
]

const lengthOf = (structure: Structure): number =>
  lengths.findIndex(({ of }) => of.join() === structure.join())

export const isNamedLength = (structure: Structure): boolean => lengthOf(structure) >= 0

export function Length({ draft, onChange }: PartProps) {
  const { structure } = draft
  const at = lengthOf(structure)
  const shown = at < 0 ? [...lengths, { name: 'Custom', of: structure }] : lengths
  const chosen = at < 0 ? lengths.length : at
  const choose = (next: number) => {
    const found = shown[next]
    if (found) onChange({ structure: found.of, unread: withoutNumbers(draft.unread, phaseFields) })
  }
  const group = useArrows(chosen, shown.length, choose)
  return (
    <div className="field">
      <span className="label">Length</span>
      <div className={css.lengths} role="radiogroup" aria-label="Length" {...group}>
        {shown.map(({ name, of }, index) => (
          <Card key={name} name={name} of={of} isChosen={chosen === index} onChoose={() => choose(index)} />
        ))}
      </div>
    </div>
  )
}

interface CardProps {
  readonly name: string
  readonly of: Structure
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Card({ name, of, isChosen, onChoose }: CardProps) {
  return (
    <button
      type="button"
      className={classes('stack gap-3', css.length)}
      role="radio"
      aria-checked={isChosen}
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
    >
      <b className="strong">{name}</b>
      <Bars of={of} />
      <small>{roundsIn(of)} rounds</small>
    </button>
  )
}

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

/** Arrow keys in a radio group select the next option. */
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
