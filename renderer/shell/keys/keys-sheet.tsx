import { Dialog } from '../../components/dialog.tsx'
import { takeFocus } from '../../components/focus.ts'
import { useState } from 'react'
import { keyGroups, keyRows } from '../../keys/key-table.ts'
import { KeyCaps } from '../../components/key-caps.tsx'
import { chordsHere, isBrowser, wordsHere } from '../../keys/keys-here.ts'
import { glossary } from './glossary.ts'
import css from './keys.module.css'
import { classes } from '../../components/classes.ts'

/** What the sheet shows: the keys, or what our words mean. */
export type HelpPage = 'keys' | 'words'

const titles: Readonly<Record<HelpPage, string>> = { keys: 'Keys', words: 'Words' }

interface KeysSheetProps {
  readonly first: HelpPage
  readonly onClose: () => void
}

/** Every key that there is here, as the table of keys has it; beside them half a page of words. */
export function KeysSheet({ first, onClose }: KeysSheetProps) {
  const [page, setPage] = useState(first)
  return (
    <Dialog title={titles[page]} tools={<Pages now={page} onTurn={setPage} />} onClose={onClose}>
      <div
        key={page}
        ref={takeFocus}
        className={classes('sheet-body', css.keyGroups)}
        tabIndex={0}
        role="group"
        aria-label={page === 'keys' ? 'All keys' : 'Words that the window uses'}
      >
        {page === 'keys' ? <Keys /> : <Words />}
      </div>
      <footer>
        <p className="muted grow">
          {page === 'keys'
            ? keysNote()
            : 'Point at a word in the window, or come to it by Tab: its line shows there too.'}
        </p>
      </footer>
    </Dialog>
  )
}

const keysNote = () =>
  isBrowser()
    ? 'A browser keeps some keys for itself; these are the ones it leaves.'
    : 'In a browser some keys are others: there, this sheet shows those.'

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

function Keys() {
  const rows = keyRows.filter(([name]) => chordsHere(name).length > 0)
  const groups = keyGroups.filter((group) => rows.some(([, row]) => row.group === group))
  return groups.map((group) => (
    <section key={group} aria-label={group}>
      <h2>{group}</h2>
      <dl>
        {rows
          .filter(([, row]) => row.group === group)
          .map(([name, row]) => (
            <div key={name}>
              <dt>{row.words}</dt>
              <dd>
                <KeyCaps of={name} />
                <span className="vh">{wordsHere(name)}</span>
              </dd>
            </div>
          ))}
      </dl>
    </section>
  ))
}

function Words() {
  return glossary.map(({ title, words }) => (
    <section key={title} aria-label={title}>
      <h2>{title}</h2>
      <dl className={css.words}>
        {words.map(({ word, means }) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{means}.</dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}
