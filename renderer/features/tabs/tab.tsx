import {
  memo,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  type FormEvent,
} from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { inBackground, shownSince, shownStateOf, waitingMail } from '../../entities/agent/agent-state.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { IconButton } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import { PolicySign } from '../../entities/agent/policies.tsx'
import { useMirror, type Settled } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import type { TabHandlers } from './drag.ts'
import { closeTab } from '../../entities/agent/agent-actions.tsx'
import { secondLine, spokenName } from './groups.ts'
import { listed, memberName } from '../../entities/link/link-words.ts'
import { openLinksOf } from '../../state/selectors.ts'
import { TabKindBadge } from '../../entities/kind/kind-badge.tsx'
import { shortUse, useAmounts } from '../../entities/budget/use-amounts.ts'
import { useMarked } from '../../entities/kind/kind-status.ts'
import { classes } from '../../components/classes.ts'
import css from './tabs.module.css'
import arcsCss from './arcs.module.css'
import { useIsPast } from '../../state/clock.ts'
import { agentNameLimit } from '../../../main/contract/api/limits.ts'
import { useNameProblem } from '../../entities/agent/who-fields.tsx'
import { refusedBy } from '../../entities/agent/refusals.ts'
import { useRefused } from '../../entities/agent/use-refused.ts'
import { ask } from '../../state/connection.ts'

/** Viewport coordinates in px. */
export interface MenuPlace {
  readonly x: number
  readonly y: number
}

export interface TabProps {
  readonly agent: AgentView
  /** The pane that shows it: the focused one, the other one, or none. */
  readonly isShown: 'here' | 'beside' | 'no'
  readonly isChosen: boolean
  /** It is in the tab order; arrow keys lead to the others. */
  readonly isStop: boolean
  readonly isLifted: boolean
  /** The drop line of a drag; `onto`: the tabs would be linked. */
  readonly drop: 'before' | 'after' | 'onto' | null
  readonly handlers: TabHandlers
  readonly onPick: (agent: AgentId, event: MouseEvent) => void
  readonly onMenu: (agent: AgentId, at: MenuPlace) => void
}

/** Values of `aria-current`. */
export const ariaCurrent = { here: 'page', beside: 'true', no: undefined } as const

/** Memoized: in a long list only changed tabs are rendered again. */
export const Tab = memo(function Tab(props: TabProps) {
  const { agent, isShown, isChosen, isStop, isLifted, drop, handlers, onPick, onMenu } = props
  const state = shownStateOf(agent)
  const partners = useMirror((now) => partnersOf(agent.id, now))
  const label = visible(spokenName(agent, partners, useMarked()))
  const line = secondLine(agent)
  const waiting = waitingMail(agent)
  const isUnread = agent.unread.length > 0 && isShown === 'no'
  const [isRenaming, setRenaming] = useState(false)
  const row = useShownRow(isShown === 'here')
  const openMenu = (at: MenuPlace) => onMenu(agent.id, at)
  const ways = menuHandlers(openMenu)
  return (
    <div
      ref={row}
      className={classes(css.tabRow, isLifted && css.lifted, isChosen && css.chosen)}
      data-part="tab-row"
      data-drop={drop ?? undefined}
      data-agent={agent.id}
      // The middle button would start autoscroll.
      onMouseDown={(event) => event.button === 1 && event.preventDefault()}
      // On Linux its release would paste the primary selection into the composer.
      onMouseUp={(event) => event.button === 1 && event.preventDefault()}
      onAuxClick={(event) => event.button === 1 && closeTab(agent)}
      onContextMenu={ways.onContextMenu}
    >
      <button
        type="button"
        className={classes('bare', css.tab, state.tone, isUnread && css.unread)}
        data-part="tab"
        tabIndex={isStop ? 0 : -1}
        aria-current={ariaCurrent[isShown]}
        aria-pressed={isChosen || undefined}
        aria-description={useTodayWords(agent.id)}
        onClick={(event) => onPick(agent.id, event)}
        onDoubleClick={({ currentTarget }) =>
          // A collapsed list has no room for a name.
          currentTarget.clientWidth > 120 ? setRenaming(true) : show({ kind: 'rename', agent: agent.id })
        }
        onKeyDown={ways.onKeyDown}
        {...handlers}
      >
        <Avatar author={{ kind: 'agent', id: agent.id }} name={agent.name} state={agent} />
        {isUnread && <UnreadBadge title={`${agent.unread.length} unread`} />}
        <RowLines
          label={label}
          name={agent.name}
          corner={<Corner of={agent} />}
          title={line === '' ? undefined : visible(line)}
          end={
            waiting > 0 && (
              <span className={classes(css.n, 'num')} title={`${waiting} pending`}>
                {waiting}
              </span>
            )
          }
        >
          <SafeText text={line} />
        </RowLines>
      </button>
      {isRenaming && <RenameHere agent={agent} onDone={() => setRenaming(false)} />}
      {drop === 'onto' && (
        <span className={classes('inline-row gap-2 small medium', arcsCss.dropLink)} aria-hidden="true">
          <Icon name="link" />
          Link
        </span>
      )}
      <MenuButton of={agent.name} onOpen={openMenu} />
    </div>
  )
})

/** Scrolls to the row when its tab is shown: a key or the palette may select one far down. */
function useShownRow(isHere: boolean) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isHere) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isHere])
  return row
}

interface RowLinesProps {
  readonly label: string
  readonly name: string
  readonly corner?: ReactNode
  /** Full text of the second line. */
  readonly title?: string | undefined
  readonly children: ReactNode
  readonly end?: ReactNode
}

export function RowLines({ label, name, corner, title, children, end }: RowLinesProps) {
  return (
    <>
      <span className="vh">{label}</span>
      <span className={classes('row gap-3 spread', css.line)} aria-hidden="true">
        <span className={classes(css.name, 'clip')} data-name="" title={label}>
          <Name name={name} />
        </span>
        {corner}
      </span>
      <span className={classes('row gap-3 spread', css.line)} aria-hidden="true">
        <span className={classes(css.last, 'clip')} title={title}>
          {children}
        </span>
        {end}
      </span>
    </>
  )
}

interface MenuButtonProps {
  readonly of: string
  readonly onOpen: (at: MenuPlace) => void
}

export function MenuButton({ of, onOpen }: MenuButtonProps) {
  return (
    <IconButton
      icon="more"
      className={css.tabMore}
      tabIndex={-1}
      aria-label={`Menu of ${visible(of)}`}
      data-help={`Menu of ${visible(of)}`}
      aria-haspopup="menu"
      onClick={(event) => onOpen(placeBelow(event.currentTarget))}
    />
  )
}

function placeBelow(element: Element): MenuPlace {
  const box = element.getBoundingClientRect()
  return { x: box.left + 16, y: box.bottom - 4 }
}

/** Opens a row's menu by right click and by the menu key. */
export const menuHandlers = (open: (at: MenuPlace) => void) => ({
  onContextMenu: (event: MouseEvent) => {
    event.preventDefault()
    afterRelease(event.buttons, () => open({ x: event.clientX, y: event.clientY }))
  },
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
    event.preventDefault()
    open(placeBelow(event.currentTarget))
  },
})

/** Facts beside the name, laid out from the right: those without room are hidden, the last first. */
function Corner({ of }: { readonly of: AgentView }) {
  return (
    <span className={css.t}>
      <Since at={shownSince(of)} />
      <UsedToday agent={of.id} />
      <PolicySign of={of.policy} />
      {of.handlers.on > 0 && (
        <span className={css.background} title={handlersTitle(of.handlers.on)}>
          <Icon name="rule" />
          {of.handlers.on}
        </span>
      )}
      {of.background.length > 0 && (
        <span className={css.background} title={inBackground(of)}>
          <Icon name="terminal" />
          {of.background.length}
        </span>
      )}
      <TabKindBadge of={of} isSilent />
    </span>
  )
}

function UsedToday({ agent }: { readonly agent: AgentId }) {
  const words = useTodayWords(agent)
  if (words === undefined) return null
  return (
    <span className={classes(css.used, 'num')} data-part="today" title={words}>
      {shortUse(words.replace(/ today.*$/, ''))[0]}
    </span>
  )
}

const handlersTitle = (on: number) => (on === 1 ? '1 rule is on' : `${on} rules are on`)

/**
 * Opens a menu after the right button is released, which would otherwise close it. `buttons` is the event's.
 */
function afterRelease(buttons: number, open: () => void): void {
  if (buttons === 0) open()
  else window.addEventListener('pointerup', () => setTimeout(open), { once: true })
}

function partnersOf(agent: AgentId, { links, agents }: Pick<Settled, 'links' | 'agents'>): string {
  const names = openLinksOf(links, agent).flatMap((link) =>
    link.members.filter((id) => id !== agent).map((id) => memberName(id, agents, link)),
  )
  return listed([...new Set(names)])
}

/** `$0.31, 42k tokens today`; undefined without usage. In the demo `42k tokens today (rehearsal)`. */
function useTodayWords(agent: AgentId): string | undefined {
  const part = useMirror((now) => now.day.tabs[agent])
  const until = useMirror((now) => now.day.until)
  const isOver = useIsPast(until)
  const { used, isPaid } = useAmounts()
  if (part === undefined || isOver) return undefined
  return `${used(part)} today${isPaid ? '' : ' (demo, no cost)'}`
}

/** Renames in place. Enter saves; Escape or losing focus cancels. */
function RenameHere({ agent, onDone }: { readonly agent: AgentView; readonly onDone: () => void }) {
  const id = useId()
  const [name, setName] = useState(agent.name)
  const [refused, refuse] = useRefused(name)
  const told = useNameProblem(name, agent.id)
  const problem = refused?.words ?? (name === agent.name ? '' : told)
  const keep = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === agent.name) return onDone()
    ask('agents.change', { agent: agent.id, name }).then(onDone, (error: unknown) => refuse(refusedBy(error)))
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.preventDefault()
    onDone()
  }
  return (
    <form className={classes('stack gap-1', css.rename)} onSubmit={keep}>
      <input
        ref={(field) => field?.focus()}
        className="input"
        aria-label={`New name of ${visible(agent.name)}`}
        aria-invalid={problem !== ''}
        aria-describedby={problem === '' ? undefined : id}
        maxLength={agentNameLimit * 2}
        autoComplete="off"
        spellCheck={false}
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={press}
        onBlur={onDone}
      />
      {problem !== '' && (
        <small id={id} role="status">
          {problem}
        </small>
      )}
    </form>
  )
}

/** The row's accessible name says so too. */
export function UnreadBadge({ title }: { readonly title: string }) {
  return <i className={css.mark} data-part="unread" aria-hidden="true" title={title} />
}
