import { useMemo, useState, type ReactNode } from 'react'
import { Overlay } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { takeFocus } from '../../components/take-focus.ts'
import { deskNow } from '../../state/desk.ts'
import { isMac } from '../../keys/keys-here.ts'
import { isPressed } from '../../keys/chord.ts'
import { keyTable } from '../../keys/key-table.ts'
import { useMirror } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import { goToRow } from '../../entities/log/go-to-row.ts'
import { useSearch } from './use-search.ts'
import { useClosedLinks } from '../../entities/link/closed-links.ts'
import { messageAt } from '../../shell/focused-message.ts'
import { find, readQuery, type Findable } from '../../components/find.ts'
import { Marked } from '../../components/marked.tsx'
import { closedLinkItem, itemsOf, pastGatheringItem } from '../../shell/palette-items.tsx'
import { usePastGatherings } from '../../shell/past-gatherings.ts'
import { useChoice } from '../../components/use-choice.ts'
import '../../components/palette.css'

/** One line of the palette, whatever it is about. */
interface Line {
  readonly key: string
  readonly group: Findable['group'] | 'History'
  readonly content: ReactNode
  readonly run: () => void
}

interface PaletteProps {
  readonly text: string
  readonly onClose: () => void
}

/** Goes to an agent, does an action, or finds what was said: whatever the typed letters fit best. */
export function Palette({ text, onClose }: PaletteProps) {
  const [typed, setTyped] = useState(text)
  const lines = useLines(typed)
  const take = (at: number) => {
    const line = lines[at]
    if (!line) return
    onClose()
    line.run()
  }
  const choice = useChoice(lines.length, typed, take)
  return (
    <Overlay label="Command palette" className="palette" onClose={onClose}>
      <div
        className="q"
        onKeyDown={(event) => {
          if (!keyTable.palette.keys.some((chord) => isPressed(chord, event.nativeEvent, isMac))) return
          event.preventDefault()
          onClose()
        }}
      >
        <Icon name="search" />
        <input
          ref={takeFocus}
          aria-label="Find an agent or an action"
          placeholder="Find an agent or an action"
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          {...choice.field}
        />
        <span className="faint hide-40">@agents #gatherings &gt;actions</span>
      </div>
      <ul role="listbox" id={choice.listId} aria-label="Results">
        {lines.flatMap((line, at) => [
          line.group === lines[at - 1]?.group ? null : (
            <li key={line.group} className="cap" role="presentation">
              {line.group}
            </li>
          ),
          <li
            key={line.key}
            id={choice.idOf(at)}
            role="option"
            aria-selected={at === choice.at}
            onMouseMove={() => choice.at === at || choice.choose(at)}
            onClick={() => take(at)}
          >
            {line.content}
          </li>,
        ])}
      </ul>
      {lines.length === 0 && <p className="none">Nothing fits.</p>}
      <footer>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>↵</kbd> go
        </span>
        <span className="grow" />
        <kbd>Esc</kbd>
      </footer>
    </Overlay>
  )
}

function useLines(typed: string): readonly Line[] {
  // Agents, circles, links, settings: what can be found changes with each of them while this is open.
  const mirrored = useMirror((now) => now)
  // What had the focus before this sheet took it.
  const [message] = useState(() => messageAt(deskNow()))
  const items = useMemo(() => (mirrored.agents ? itemsOf(deskNow(), message) : []), [mirrored, message])
  const query = useMemo(() => readQuery(typed), [typed])
  const isHistory = query.only === null && query.words.length > 1
  const { hits } = useSearch(isHistory ? query.words : '', 4)
  const closed = useClosedLinks()
  const away = usePastGatherings()
  const found = useMemo(() => {
    // Closed links are found where something is asked for, and do not stand in the way before.
    const past = query.words === '' ? [] : closed.map(closedLinkItem)
    const circles = query.words === '' && query.only === null ? [] : away.map(pastGatheringItem)
    return find([...items, ...circles, ...past], query)
  }, [items, closed, away, query])
  const lines = found.map(({ item, parts }): Line => ({
    key: item.key,
    group: item.group,
    run: item.run,
    content: (
      <>
        {item.sign}
        <span className="clip grow">
          <bdi>
            <Marked parts={parts} />
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
  const history = hits.map((hit): Line => ({
    key: `${hit.agent} ${hit.n}`,
    group: 'History',
    run: () => void goToRow(hit),
    content: (
      <>
        <Icon name="file" />
        <span className="clip grow" dir="auto">
          “<Marked parts={hit.parts} />”
        </span>
        <span className="muted clip from">
          <Name name={hit.agentName} />
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
