import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { Icon } from '../../components/icon.tsx'
import { KeyCaps } from '../../components/key-caps.tsx'
import { PriorityRow, RowMenu, Yields } from '../../components/priority-row.tsx'
import { PaneButton } from '../../components/pane-button.tsx'
import { Pane, usePane } from '../../components/pane.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { stateOf } from '../../entities/agent/agent-state.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { gatheringLine } from '../../entities/gathering/gathering-words.ts'
import { namesOf, standingWord } from '../../entities/link/link-words.ts'
import { placeOf, type Thing } from '../../state/panes.ts'
import { listedGatherings, openLinks } from '../../state/selectors.ts'
import { openAgents, useMirror, useMirrorList } from '../../state/store.ts'
import { open, useView } from '../../state/view-store.ts'
import css from './choice-pane.module.css'

/** A pane for which nothing was chosen yet: everything that the other one does not show. */
export function ChoicePane() {
  const { isFocused } = usePane()
  const list = useRef<HTMLUListElement>(null)
  const wants = useRef(isFocused)
  useEffect(() => {
    if (wants.current) list.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])
  return (
    <Pane label="Empty pane">
      <PriorityRow as="header" className="head">
        <h1 className="clip" data-name="">
          Choose what to open
        </h1>
        <span className="grow" data-elastic="" />
        <RowMenu label="Actions for this pane" />
        <Yields at={1}>
          <PaneButton />
        </Yields>
      </PriorityRow>
      <div className={css.choices}>
        <p className="muted">
          Choose one, here or in the list of tabs. <KeyCaps of="palette" /> finds everything else.
        </p>
        <ul ref={list} data-part="choices" onKeyDown={walk}>
          <Choices />
        </ul>
      </div>
    </Pane>
  )
}

function Choices() {
  const agents = useMirrorList(openAgents)
  const links = useMirrorList((now) => openLinks(now.links))
  const gatherings = useMirrorList((now) => listedGatherings(now.gatherings))
  return (
    <>
      {agents.map((agent) => (
        <Choice
          key={agent.id}
          thing={{ kind: 'agent', id: agent.id }}
          sign={<Avatar author={{ kind: 'agent', id: agent.id }} name={agent.name} size="sm" />}
          title={agent.name}
          about={stateOf(agent).word}
        />
      ))}
      {gatherings.map((one) => (
        <Choice
          key={one.id}
          thing={{ kind: 'gathering', id: one.id }}
          sign={<Icon name="gather" />}
          title={one.topic}
          about={gatheringLine(one)}
        />
      ))}
      {links.map((link) => (
        <OfLink key={link.id} link={link} />
      ))}
      <Choice
        thing={{ kind: 'timeline' }}
        sign={<Icon name="clock" />}
        title="Timeline"
        about="all traffic"
      />
    </>
  )
}

function OfLink({ link }: { readonly link: LinkView }) {
  const names = useMirror((now) => namesOf(link, now.agents))
  return (
    <Choice
      thing={{ kind: 'link', id: link.id }}
      sign={<Icon name="link" />}
      title={names}
      about={standingWord(link).toLowerCase()}
    />
  )
}

interface ChoiceProps {
  readonly thing: Thing
  readonly sign: ReactNode
  readonly title: string
  readonly about: string
}

function Choice({ thing, sign, title, about }: ChoiceProps) {
  const isShown = useView(({ panes }) => placeOf(panes, thing) !== null)
  if (isShown) return null
  return (
    <li>
      <button type="button" className="bare row" onClick={() => open(thing)}>
        {sign}
        <span className="medium clip">
          <SafeText text={title} />
        </span>{' '}
        <span className="muted small clip">
          <SafeText text={about} />
        </span>
      </button>
    </li>
  )
}

/** Up and down go from one to the next, Home and End to the first and last. */
function walk(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const all = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('button'))
  const at = all.findIndex((one) => one === document.activeElement)
  const next = { ArrowDown: all[at + 1], ArrowUp: all[at - 1], Home: all[0], End: all.at(-1) }[event.key]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}
