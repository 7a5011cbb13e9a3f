import { useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { Dialog } from '../../components/dialog.tsx'
import { takeFocus, takeFocusQuietly } from '../../components/focus.ts'
import { hasWords } from '../../components/has-words.ts'
import { Problem } from '../../components/problem.tsx'
import { Segments } from '../../components/segments.tsx'
import { keyGroups, keyRows, type KeyName, type KeyRow, keyTable } from '../../keys/key-table.ts'
import { currentChords, isBrowser, currentKeyWords, keysAround, isMac } from '../../keys/current-keys.ts'
import { isChangeable, type OwnKeys, chordIn, chordsOf, withKeys } from '../../keys/own-keys.ts'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { glossary } from './glossary.ts'
import css from './keys.module.css'
import { KeyCaps } from '../../components/key-caps.tsx'
import { keyCaps, normal, type Chord } from '../../keys/chord.ts'
import { troublesOf, type KeyTrouble } from '../../keys/key-troubles.ts'

type HelpPage = 'keys' | 'words'

const titles: Readonly<Record<HelpPage, string>> = { keys: 'Keyboard shortcuts', words: 'Glossary' }

interface KeysSheetProps {
  readonly first: HelpPage
  readonly onClose: () => void
}

export function KeysSheet({ first, onClose }: KeysSheetProps) {
  const [page, setPage] = useState(first)
  const [looked, setLooked] = useState('')
  const { own, keep, problem } = useOwnKeys()
  const pages = (
    <Segments
      aria-label="What is shown"
      segments={(['keys', 'words'] as const).map((value) => ({ value, word: titles[value] }))}
      isOn={(one) => one === page}
      onPress={setPage}
    />
  )
  return (
    <Dialog title={titles[page]} tools={pages} onClose={onClose}>
      {page === 'keys' && <Find value={looked} onChange={setLooked} />}
      {problem !== '' && <Problem text={problem} />}
      <div
        key={page}
        ref={page === 'words' ? takeFocusQuietly : undefined}
        className={classes('sheet-body', css.keyGroups)}
        tabIndex={0}
        role="group"
        aria-label={page === 'keys' ? 'All keys' : 'Words that the window uses'}
      >
        {page === 'keys' ? <Keys looked={looked} own={own} onKeep={keep} /> : <Words />}
      </div>
      <footer>
        <p className="muted grow">
          {page === 'keys' ? keysNote() : 'Point at a word in the window to see its meaning there.'}
        </p>
        {page === 'keys' && Object.keys(own).length > 0 && (
          <Button onClick={() => keep({})}>Reset all keys</Button>
        )}
      </footer>
    </Dialog>
  )
}

const keysNote = () =>
  isBrowser() ? 'The keys that a browser leaves free.' : 'In a browser some keys differ.'

const none: OwnKeys = {}

function useOwnKeys() {
  const own: OwnKeys = useMirror((now) => now.status?.settings.keys) ?? none
  const [problem, setProblem] = useState('')
  const keep = (keys: OwnKeys) => {
    const wanted = Object.fromEntries(Object.entries(keys).map(([of, to]) => [of, [...to]]))
    ask('settings.change', { keys: wanted }).then(
      () => setProblem(''),
      (error: unknown) => setProblem(errorWords(error)),
    )
  }
  return { own, keep, problem }
}

interface FindProps {
  readonly value: string
  readonly onChange: (looked: string) => void
}

function Find({ value, onChange }: FindProps) {
  return (
    <div className={css.looked}>
      <input
        ref={takeFocus}
        type="search"
        className="input"
        aria-label="Find a key"
        placeholder="Find an action, or a key such as Ctrl T"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** Actions that contain every search word in their description or keys. */
function matching(looked: string): readonly (readonly [KeyName, KeyRow])[] {
  return keyRows.filter(([name, row]) => {
    if (currentChords(name).length === 0 && !isChangeable(name, row)) return false
    return hasWords([row.words, row.group, currentKeyWords(name), ...currentChords(name)].join(' '), looked)
  })
}

interface KeysProps {
  readonly looked: string
  readonly own: OwnKeys
  readonly onKeep: (keys: OwnKeys) => void
}

function Keys({ looked, own, onKeep }: KeysProps) {
  const rows = matching(looked)
  const groups = keyGroups.filter((group) => rows.some(([, row]) => row.group === group))
  if (groups.length === 0)
    return (
      <p className="muted" role="status">
        No matches.
      </p>
    )
  return groups.map((group) => (
    <section key={group} aria-label={group}>
      <h2 className="small strong muted">{group}</h2>
      <dl>
        {rows
          .filter(([, row]) => row.group === group)
          .map(([name, row]) => (
            <KeyLine key={name} name={name} row={row} own={own} onKeep={onKeep} />
          ))}
      </dl>
    </section>
  ))
}

function Words() {
  return glossary.map(({ title, words }) => (
    <section key={title} aria-label={title}>
      <h2 className="small strong muted">{title}</h2>
      <dl className={css.words}>
        {words.map(({ word, means }) => (
          <div key={word}>
            <dt className="medium">{word}</dt>
            <dd className="muted">{means}.</dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}

interface KeyLineProps {
  readonly name: KeyName
  readonly row: KeyRow
  readonly own: OwnKeys
  readonly onKeep: (keys: OwnKeys) => void
}

function KeyLine({ name, row, own, onKeep }: KeyLineProps) {
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
            <span className="vh">{currentKeyWords(name) || 'no key'}</span>
            {currentChords(name).length === 0 && (
              <span className="faint" aria-hidden="true">
                no key
              </span>
            )}
          </>
        )}
        {isOwn && !pressing && (
          <Button
            variant="ghost"
            className={css.change}
            aria-label={`Reset the key of ${row.words}`}
            title="Reset to default"
            onClick={() => onKeep(given(own, name, null))}
          >
            Reset
          </Button>
        )}
        {isChangeable(name, row) && !pressing && (
          <Button
            ref={button}
            variant="ghost"
            className={css.change}
            aria-label={`Change the key: ${row.words}`}
            onClick={() => setPressing(true)}
          >
            Change
          </Button>
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
  const around = keysAround()
  const troubles = chord === null ? [] : troublesOf(name, chord, own, around)
  const keep = (keys: readonly Chord[]) => {
    onKeep(given(own, name, keys))
    onEnd()
  }
  const press = (event: KeyboardEvent) => {
    // Tab still reaches the buttons beside the field.
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
        <Button
          variant="primary"
          disabled={chord === null || isRefused(troubles)}
          onClick={() => chord !== null && keep([chord])}
        >
          {isTaken ? 'Take it from there' : 'Use it'}
        </Button>
        <Button onClick={() => keep([])}>No key</Button>
        <Button variant="ghost" onClick={onEnd}>
          Cancel
        </Button>
      </span>
    </span>
  )
}

const isRefused = (troubles: readonly KeyTrouble[]): boolean => troubles.some(({ how }) => how === 'refused')

/** Assigns keys to one action (null: its defaults) and removes them from others. */
function given(own: OwnKeys, name: KeyName, keys: readonly Chord[] | null): OwnKeys {
  const around = keysAround()
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
