import { useMemo, useState, type ReactNode } from 'react'
import { Overlay } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { KeyCaps } from '../../components/key-caps.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { isKey, isMac } from '../../keys/current-keys.ts'
import { openBeside } from '../../state/pane-acts.ts'
import type { Thing } from '../../state/panes.ts'
import { show } from '../../state/view-store.ts'
import { goToResult, whereOf } from './result-row.tsx'
import { useSearch } from './use-search.ts'
import { readSearch } from '../../../main/contract/history/search-filters.ts'
import { find, readQuery, type Findable } from './find.ts'
import { ChoiceItem, ChoiceKeys, Highlighted, QueryField, useChoice } from './choice.tsx'
import css from './palette.module.css'
import { classes } from '../../components/classes.ts'

interface Line {
  readonly key: string
  readonly group: Findable['group'] | 'History'
  readonly content: ReactNode
  readonly run: () => void
  /** What it opens, if a pane can show it. */
  readonly thing?: Thing | undefined
}

export interface PaletteItem extends Findable {
  readonly sign: ReactNode
  readonly note: string
  readonly caps: readonly string[]
  readonly run: () => void
  /** What it opens, if a pane can show it. */
  readonly thing?: Thing
}

interface Offered {
  readonly items: readonly PaletteItem[]
  /** Archived gatherings and closed links: only found by a query, never listed without one. */
  readonly past: readonly PaletteItem[]
}

interface PaletteProps {
  readonly text: string
  readonly offered: Offered
  readonly onClose: () => void
}

export function Palette({ text, offered, onClose }: PaletteProps) {
  const [typed, setTyped] = useState(text)
  const lines = useLines(typed, offered)
  const take = (at: number, beside = false) => {
    const line = lines[at]
    if (!line) return
    onClose()
    if (beside && line.thing) openBeside(line.thing)
    line.run()
  }
  const choice = useChoice(lines.length, typed, take)
  return (
    <Overlay label="Command palette" className={css.palette} onClose={onClose}>
      <div
        className={css.q}
        onKeyDown={(event) => {
          if (!isKey('palette', event.nativeEvent)) return
          event.preventDefault()
          onClose()
        }}
      >
        <Icon name="search" />
        <QueryField label="Find an agent or an action" value={typed} onChange={setTyped} choice={choice} />
        <span className="faint">@agents #gatherings &gt;actions</span>
      </div>
      <ul role="listbox" id={choice.listId} aria-label="Results">
        {lines.flatMap((line, at) => [
          line.group === lines[at - 1]?.group ? null : (
            <li key={line.group} className={css.cap} role="presentation">
              {line.group}
            </li>
          ),
          <ChoiceItem
            key={line.key}
            choice={choice}
            at={at}
            onTake={({ ctrlKey, metaKey }) => take(at, isMac ? metaKey : ctrlKey)}
          >
            {line.content}
          </ChoiceItem>,
        ])}
      </ul>
      {lines.length === 0 && <p className={css.none}>No matches.</p>}
      <ChoiceKeys enter="go">
        <span>
          <KeyCaps of="openBeside" /> open beside
        </span>
      </ChoiceKeys>
    </Overlay>
  )
}

function useLines(typed: string, { items, past }: Offered): readonly Line[] {
  const query = useMemo(() => readQuery(typed), [typed])
  const isHistory = query.only === null && query.words.length > 1
  const { results } = useSearch(isHistory ? query.words : '', 4, 'all')
  const found = useMemo(() => {
    const isAsked = (item: PaletteItem) =>
      query.words !== '' || (item.group === 'Gatherings' && query.only !== null)
    return find([...items, ...past.filter(isAsked)], query)
  }, [items, past, query])
  const lines = found.map(({ item, parts }): Line => ({
    key: item.key,
    group: item.group,
    run: item.run,
    thing: item.thing,
    content: (
      <>
        {item.sign}
        <span className="clip grow">
          <bdi>
            <Highlighted parts={parts} />
          </bdi>
          {item.note !== '' && (
            <span className="muted">
              {' '}
              <SafeText text={item.note} />
            </span>
          )}
        </span>
        <span className="keys" aria-hidden="true">
          {item.caps.map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </span>
      </>
    ),
  }))
  if (!isHistory) return lines
  const history = results.map((result): Line => ({
    key: `${result.agent} ${result.n}`,
    group: 'History',
    thing: result.circle === null ? { kind: 'agent', id: result.agent } : undefined,
    run: () => goToResult(result, readSearch(query.words).words),
    content: (
      <>
        <Icon name="file" />
        <span className="clip grow" dir="auto">
          {result.call === '' ? (
            <>
              “<Highlighted parts={result.parts} />”
            </>
          ) : (
            <SafeText text={`${result.authorName}: ${result.call}`} />
          )}
        </span>
        <span className={classes('muted clip', css.from)} data-part="from">
          <Name name={whereOf(result)} />
        </span>
      </>
    ),
  }))
  return [...lines, ...history, searchLine(query.words)]
}

const searchLine = (words: string): Line => ({
  key: 'search',
  group: 'History',
  run: () => show({ kind: 'search', text: words }),
  content: (
    <>
      <Icon name="search" />
      <span className="clip grow">Search everything said for “{words}”</span>
    </>
  ),
})
