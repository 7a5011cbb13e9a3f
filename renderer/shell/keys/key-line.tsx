import { useRef, useState, type KeyboardEvent } from 'react'
import { classes } from '../../components/classes.ts'
import { KeyCaps } from '../../components/key-caps.tsx'
import { keyCaps, normal, type Chord } from '../../keys/chord.ts'
import { troublesOf, type KeyTrouble } from '../../keys/key-troubles.ts'
import { keyTable, type KeyName, type KeyRow } from '../../keys/key-table.ts'
import { aroundHere, chordsHere, isMac, wordsHere } from '../../keys/keys-here.ts'
import { chordIn, chordsOf, isChangeable, withKeys, type OwnKeys } from '../../keys/own-keys.ts'
import css from './keys.module.css'

interface KeyLineProps {
  readonly name: KeyName
  readonly row: KeyRow
  readonly own: OwnKeys
  readonly onKeep: (keys: OwnKeys) => void
}

/** One action: what it does, its keys, and where they can be changed. */
export function KeyLine({ name, row, own, onKeep }: KeyLineProps) {
  const [pressing, setPressing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isOwn = Object.hasOwn(own, name)
  const end = () => {
    setPressing(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <div data-key={name} className="row spread gap-6">
      <dt>{row.words}</dt>
      <dd className="row gap-1">
        {!pressing && (
          <>
            <KeyCaps of={name} />
            <span className="vh">{wordsHere(name) || 'no key'}</span>
            {chordsHere(name).length === 0 && (
              <span className="faint" aria-hidden="true">
                no key
              </span>
            )}
          </>
        )}
        {isOwn && !pressing && (
          <button
            type="button"
            className={classes('btn ghost', css.change)}
            aria-label={`${row.words}: its usual key again`}
            title="Its usual key again"
            onClick={() => onKeep(given(own, name, null))}
          >
            Usual
          </button>
        )}
        {isChangeable(name, row) && !pressing && (
          <button
            ref={button}
            type="button"
            className={classes('btn ghost', css.change)}
            aria-label={`Change the key: ${row.words}`}
            onClick={() => setPressing(true)}
          >
            Change
          </button>
        )}
        {pressing && <Pressing name={name} own={own} onKeep={onKeep} onEnd={end} />}
      </dd>
    </div>
  )
}

interface PressingProps {
  readonly name: KeyName
  readonly own: OwnKeys
  readonly onKeep: (keys: OwnKeys) => void
  readonly onEnd: () => void
}

function Pressing({ name, own, onKeep, onEnd }: PressingProps) {
  const [chord, setChord] = useState<Chord | null>(null)
  const around = aroundHere()
  const troubles = chord === null ? [] : troublesOf(name, chord, own, around)
  const keep = (keys: readonly Chord[]) => {
    onKeep(given(own, name, keys))
    onEnd()
  }
  const press = (event: KeyboardEvent) => {
    // The buttons beside the field are reached and pressed as anywhere.
    if (event.key === 'Tab' && !event.ctrlKey && !event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return onEnd()
    if (event.key === 'Enter' && chord !== null && !isRefused(troubles)) return keep([chord])
    const pressed = chordIn(event.nativeEvent, isMac)
    if (pressed !== null) setChord(pressed)
  }
  const isTaken = troubles.some(({ how }) => how === 'taken')
  return (
    <span className={css.pressing} role="group" aria-label="Press the new keys">
      <input
        ref={(field) => field?.focus()}
        readOnly
        className={classes('input', css.pressed)}
        aria-label={`New keys for: ${keyTable[name].words}`}
        aria-describedby={`trouble-${name}`}
        aria-invalid={isRefused(troubles)}
        value={chord === null ? 'Press the keys…' : keyCaps(chord, isMac).join(' ')}
        onKeyDown={press}
      />
      <span id={`trouble-${name}`} role="status" className="small muted">
        {troubles.map(({ words }) => words).join(' ')}
      </span>
      <span className={css.acts}>
        <button
          type="button"
          className="btn primary"
          disabled={chord === null || isRefused(troubles)}
          onClick={() => chord !== null && keep([chord])}
        >
          {isTaken ? 'Take it from there' : 'Use it'}
        </button>
        <button type="button" className="btn" onClick={() => keep([])}>
          No key
        </button>
        <button type="button" className="btn ghost" onClick={onEnd}>
          Leave it
        </button>
      </span>
    </span>
  )
}

const isRefused = (troubles: readonly KeyTrouble[]): boolean => troubles.some(({ how }) => how === 'refused')

/** The person's keys, with these for one action (null: its usual ones) and for no other. */
function given(own: OwnKeys, name: KeyName, keys: readonly Chord[] | null): OwnKeys {
  const around = aroundHere()
  const wanted = keys ?? chordsOf(name, keyTable[name], {}, around)
  const taken = wanted.flatMap((chord) => troublesOf(name, chord, own, around))
  const givers = new Set(taken.flatMap((trouble) => (trouble.how === 'taken' ? [trouble.by] : [])))
  const gone = wanted.map((chord) => normal(chord, isMac))
  const left = [...givers].map((by) => ({
    by,
    left: chordsOf(by, keyTable[by], own, around).filter((chord) => !gone.includes(normal(chord, isMac))),
  }))
  return withKeys(own, name, keys, left)
}
