import { useState } from 'react'
import { Overlay } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { QueryField } from './query-field.tsx'
import { useChoice } from './use-choice.ts'
import { HitRow } from './hit-row.tsx'
import { goToRow } from '../../entities/log/go-to-row.ts'
import { useSearch, type Search } from './use-search.ts'
import css from './palette.module.css'

interface SearchPanelProps {
  readonly text: string
  readonly onClose: () => void
}

/** Search over everything said, in all tabs, closed ones too. Enter goes to the row. */
export function SearchPanel({ text, onClose }: SearchPanelProps) {
  const [typed, setTyped] = useState(text)
  const search = useSearch(typed, 30)
  const { hits, next } = search
  const rows = hits.length + (next === null ? 0 : 1)
  const take = (at: number) => {
    const hit = hits[at]
    if (!hit) return search.more()
    onClose()
    void goToRow(hit)
  }
  const choice = useChoice(rows, search.q, take)
  return (
    <Overlay label="Search everything said" className={css.palette} onClose={onClose}>
      <div className={css.q}>
        <Icon name="search" />
        <QueryField label="Search everything said" value={typed} onChange={setTyped} choice={choice} />
        <span className="faint" aria-live="polite">
          {countOf(search)}
        </span>
      </div>
      <ul role="listbox" id={choice.listId} aria-label="Found">
        {hits.map((hit, at) => (
          <li
            key={`${hit.agent} ${hit.n}`}
            id={choice.idOf(at)}
            role="option"
            aria-selected={at === choice.at}
            className={css.tall}
            onMouseMove={() => choice.at === at || choice.choose(at)}
            onClick={() => take(at)}
          >
            <HitRow hit={hit} />
          </li>
        ))}
        {next !== null && (
          <li
            id={choice.idOf(hits.length)}
            role="option"
            aria-selected={choice.at === hits.length}
            className={css.more}
            onClick={search.more}
          >
            {search.phase === 'searching' ? 'Reading…' : 'Show more'}
          </li>
        )}
      </ul>
      <Nothing search={search} typed={typed} />
      <footer>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>↵</kbd> go there
        </span>
        <span>“two words” side by side</span>
        <span className="grow" />
        <kbd>Esc</kbd>
      </footer>
    </Overlay>
  )
}

function countOf({ phase, hits, next }: Search): string {
  if (hits.length === 0) return phase === 'searching' ? 'searching' : ''
  return `${hits.length}${next === null ? '' : '+'} found`
}

function Nothing({ search, typed }: { readonly search: Search; readonly typed: string }) {
  if (search.phase === 'failed') {
    return (
      <div className={css.none}>
        <Problem text={search.problem} />
      </div>
    )
  }
  if (typed.trim() === '') {
    return (
      <p className={css.none}>
        What you and your agents said, their tools and results, in open and closed tabs.
      </p>
    )
  }
  if (search.phase !== 'found' || search.hits.length > 0) return null
  return (
    <p className={css.none}>
      Nothing has all of “<SafeText text={search.q} />” in it. Every word must occur; fewer words find more.
    </p>
  )
}
