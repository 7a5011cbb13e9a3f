import { useState, type ReactNode } from 'react'
import { countedResults, type SearchResult } from '../../../main/contract/history/search-views.ts'
import { readSearch, withFilter, type FilterName } from '../../../main/contract/history/search-filters.ts'
import { Overlay } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import { KeyCaps } from '../../components/key-caps.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { classes } from '../../components/classes.ts'
import { ResultRow, goToResult } from './result-row.tsx'
import { openBeside } from '../../state/pane-acts.ts'
import { useSearch, type Search } from './use-search.ts'
import { ChoiceItem, ChoiceKeys, QueryField, useChoice, ListProblem } from './choice.tsx'
import css from './palette.module.css'
import { visible } from '../../components/hygiene.ts'
import { Picker, type PickerOption } from '../../components/picker.tsx'
import { isGuest, peerName, peersToSeat } from '../../state/peers.ts'
import { useMirror, useMirrorList } from '../../state/store.ts'

type Line =
  | { readonly kind: 'result'; readonly key: string; readonly result: SearchResult }
  | {
      readonly kind: 'more' | 'collapse'
      readonly key: string
      readonly words: string
      readonly run: () => void
    }

export function SearchPanel({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const [typed, setTyped] = useState(text)
  const said = useSearch(typed, 30, 'words')
  const work = useSearch(typed, 30, 'work')
  const lines = useLines(said, work)
  const { words } = readSearch(typed)
  const take = (at: number, beside = false) => {
    const line = lines[at]
    if (!line) return
    if (line.kind !== 'result') return line.run()
    onClose()
    if (beside && line.result.circle === null) openBeside({ kind: 'agent', id: line.result.agent })
    goToResult(line.result, words)
  }
  const choice = useChoice(lines.length, said.q, take)
  return (
    <Overlay label="Search everything said" className={classes(css.palette, css.search)} onClose={onClose}>
      <div className={css.q}>
        <Icon name="search" />
        <QueryField label="Search everything said" value={typed} onChange={setTyped} choice={choice} />
        <span className="faint" aria-live="polite">
          {countOf(said)}
        </span>
      </div>
      <FilterChips typed={typed} onChange={setTyped} />
      <Nothing said={said} work={work} words={words} />
      <ul role="listbox" id={choice.listId} aria-label="Found">
        {lines.map((line, at) => (
          <ChoiceItem
            key={line.key}
            choice={choice}
            at={at}
            className={line.kind === 'result' ? css.tall : css.more}
            onTake={() => take(at)}
          >
            {line.kind === 'result' ? <ResultRow result={line.result} words={words} /> : line.words}
          </ChoiceItem>
        ))}
      </ul>
      <ChoiceKeys enter="go there">
        <span>
          <KeyCaps of="openBeside" /> open beside
        </span>
        <span>“exact phrase”</span>
        <span>from:name in:name after:7d</span>
      </ChoiceKeys>
    </Overlay>
  )
}

function useLines(said: Listed, work: Listed): readonly Line[] {
  const [open, setOpen] = useState<{ readonly q: string; readonly isOpen: boolean } | null>(null)
  // Expanded if nothing else was found.
  const isOpen = open?.q === work.q ? open.isOpen : said.phase === 'found' && said.results.length === 0
  const collapse: Line = {
    kind: 'collapse',
    key: 'collapse',
    words: `${isOpen ? 'Hide' : 'Show'} ${counted(work.total)} in tools, results and thoughts`,
    run: () => setOpen({ q: work.q, isOpen: !isOpen }),
  }
  return [
    ...linesOf('said', said),
    ...(work.total === 0 ? [] : [collapse]),
    ...(isOpen && work.total > 0 ? linesOf('work', work) : []),
  ]
}

type Listed = Search & { readonly more: () => void }

function linesOf(name: string, { results, next, phase, more }: Listed): readonly Line[] {
  const words = phase === 'searching' ? 'Reading…' : 'Show more'
  return [
    // Several results of a subagent have the row of its call.
    ...results.map((result, at): Line => ({
      kind: 'result',
      key: `${result.agent} ${result.n} ${at}`,
      result,
    })),
    ...(next === null ? [] : [{ kind: 'more', key: `more ${name}`, words, run: more } as const]),
  ]
}

const counted = (total: number): string =>
  total >= countedResults ? `${countedResults} and more` : String(total)

function countOf({ phase, total, results }: Search): string {
  if (results.length === 0) return phase === 'searching' ? 'searching' : ''
  return `${total >= countedResults ? `${countedResults}+` : total} found`
}

interface NothingProps {
  readonly said: Search
  readonly work: Search
  readonly words: string
}

function Nothing({ said, work, words }: NothingProps) {
  if (said.phase === 'failed') return <ListProblem text={said.problem} />
  if (words === '') {
    return (
      <p className={css.none}>
        What you and your agents said, their tools and results, in open and closed tabs.
      </p>
    )
  }
  if (said.phase !== 'found' || said.results.length > 0) return null
  if (work.total > 0) return <p className={css.none}>Only found in tools and their results.</p>
  return (
    <p className={css.none}>
      No results for “<SafeText text={readSearch(said.q).words} />
      ”. All words must occur; fewer words find more.
    </p>
  )
}

interface FilterChipsProps {
  readonly typed: string
  readonly onChange: (typed: string) => void
}

function FilterChips({ typed, onChange }: FilterChipsProps) {
  const { filters } = readSearch(typed)
  const agents = useMirrorList((now) => Object.values(now.agents).sort((a, b) => a.order - b.order))
  const user = useMirror((now) => now.status?.user ?? '')
  const names = agents.map(({ name, closed }) => ({
    value: name,
    name: visible(name),
    about: closed ? 'Its tab is closed' : '',
  }))
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const others = peersToSeat(fleet).map((peer) => ({
    value: peerName(peer),
    name: visible(peerName(peer)),
    about: isGuest(peer.agent.id) ? 'A user of another machine, and gatherings there' : 'Of another machine',
  }))
  const pick = (name: FilterName) => (value: string) =>
    onChange(withFilter(typed, name, value === '' ? null : value))
  const you = {
    value: 'user',
    name: visible(user === '' ? 'You' : `You (${user})`),
    about: 'What you wrote',
  }
  const chipOf = (name: FilterName) => ({ value: filters[name], onOut: () => pick(name)('') })
  return (
    <div
      className={classes('row wrap row-gap-2 no-shrink small', css.filters)}
      role="group"
      aria-label="Narrow the search"
    >
      <Chip {...chipOf('from')} label="From">
        <Picker
          label="Who wrote it"
          value=""
          shown="From anyone"
          choices={[you, ...names, ...others]}
          onPick={pick('from')}
        />
      </Chip>
      <Chip {...chipOf('in')} label="In">
        <Picker label="In whose tab" value="" shown="In all tabs" choices={names} onPick={pick('in')} />
      </Chip>
      <Chip {...chipOf('after')} label="Since">
        <Picker label="Since when" value="" shown="Any time" choices={spans} onPick={pick('after')} />
      </Chip>
      <DayField name="after" typed={typed} onChange={onChange} />
      <DayField name="before" typed={typed} onChange={onChange} />
    </div>
  )
}

const spans: readonly PickerOption<string>[] = [
  { value: 'today', name: 'Today', about: '' },
  { value: 'yesterday', name: 'Since yesterday', about: '' },
  { value: '7d', name: 'Last 7 days', about: '' },
  { value: '30d', name: 'Last 30 days', about: '' },
]

interface ChipProps {
  readonly label: string
  readonly value: string | undefined
  readonly onOut: () => void
  readonly children: ReactNode
}

function Chip({ label, value, onOut, children }: ChipProps) {
  if (value === undefined) return children
  const shown = spans.find((span) => span.value === value)?.name ?? (value === 'user' ? 'you' : value)
  return (
    <button type="button" className="chip" aria-pressed="true" onClick={onOut}>
      <span className="vh">Without: </span>
      {label} <SafeText text={shown} />
      <Icon name="x" />
    </button>
  )
}

interface DayFieldProps extends FilterChipsProps {
  readonly name: 'after' | 'before'
}

/** A date, chosen or typed; the search uses its start. */
function DayField({ name, typed, onChange }: DayFieldProps) {
  const value = readSearch(typed).filters[name] ?? ''
  return (
    <label className={classes('row gap-3 muted', css.day)}>
      <span>{name}</span>
      <input
        type="date"
        className="input"
        aria-label={name === 'after' ? 'After the day' : 'Before the day'}
        value={/^\d{4}-\d\d-\d\d$/.test(value) ? value : ''}
        onChange={({ target }) =>
          onChange(withFilter(typed, name, target.value === '' ? null : target.value))
        }
      />
    </label>
  )
}
