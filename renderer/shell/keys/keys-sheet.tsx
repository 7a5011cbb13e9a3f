import { useState } from 'react'
import { classes } from '../../components/classes.ts'
import { Dialog } from '../../components/dialog.tsx'
import { takeFocus, takeFocusQuietly } from '../../components/focus.ts'
import { Problem } from '../../components/problem.tsx'
import { keyGroups, keyRows, type KeyName, type KeyRow } from '../../keys/key-table.ts'
import { chordsHere, isBrowser, wordsHere } from '../../keys/keys-here.ts'
import { isChangeable, type OwnKeys } from '../../keys/own-keys.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'
import { glossary } from './glossary.ts'
import { KeyLine } from './key-line.tsx'
import css from './keys.module.css'

/** What the sheet shows: the keys, or what our words mean. */
type HelpPage = 'keys' | 'words'

const titles: Readonly<Record<HelpPage, string>> = { keys: 'Keys', words: 'Words' }

interface KeysSheetProps {
  readonly first: HelpPage
  readonly onClose: () => void
}

/** Every key that there is here, and a way to change each of them; beside them half a page of words. */
export function KeysSheet({ first, onClose }: KeysSheetProps) {
  const [page, setPage] = useState(first)
  const [looked, setLooked] = useState('')
  const { own, keep, problem } = useOwnKeys()
  return (
    <Dialog title={titles[page]} tools={<Pages now={page} onTurn={setPage} />} onClose={onClose}>
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
          {page === 'keys'
            ? keysNote()
            : 'Point at a word in the window, or come to it by Tab: its line shows there too.'}
        </p>
        {page === 'keys' && Object.keys(own).length > 0 && (
          <button type="button" className="btn" onClick={() => keep({})}>
            Put all keys back
          </button>
        )}
      </footer>
    </Dialog>
  )
}

const keysNote = () =>
  isBrowser()
    ? 'A browser keeps some keys for itself; these are the ones it leaves.'
    : 'In a browser some keys are others: there, this sheet shows those.'

const none: OwnKeys = {}

/** The person's own keys, how they are changed, and why a change was refused. */
function useOwnKeys() {
  const own: OwnKeys = useMirror((now) => now.status?.settings.keys) ?? none
  const [problem, setProblem] = useState('')
  const keep = (keys: OwnKeys) => {
    const wanted = Object.fromEntries(Object.entries(keys).map(([of, to]) => [of, [...to]]))
    ask('settings.change', { keys: wanted }).then(
      () => setProblem(''),
      (error: unknown) => setProblem(wordsOf(error)),
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

interface PagesProps {
  readonly now: HelpPage
  readonly onTurn: (page: HelpPage) => void
}

function Pages({ now, onTurn }: PagesProps) {
  return (
    <div className="seg" role="group" aria-label="What is shown">
      {(['keys', 'words'] as const).map((page) => (
        <button
          key={page}
          type="button"
          aria-pressed={page === now}
          data-word={titles[page]}
          onClick={() => onTurn(page)}
        >
          {titles[page]}
        </button>
      ))}
    </div>
  )
}

/** The actions in which every word that is looked for stands, in what they do or on their keys. */
function matching(looked: string): readonly (readonly [KeyName, KeyRow])[] {
  const words = looked.toLowerCase().split(/\s+/).filter(Boolean)
  return keyRows.filter(([name, row]) => {
    if (chordsHere(name).length === 0 && !isChangeable(name, row)) return false
    const text = [row.words, row.group, wordsHere(name), ...chordsHere(name)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
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
        No action and no key has these words.
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
