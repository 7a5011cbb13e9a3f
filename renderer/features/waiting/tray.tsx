import { useEffect, useId, useRef, useState, type RefObject, useLayoutEffect } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { Sign, Icon } from '../../components/icon.tsx'
import { useStillHand } from '../../components/use-still-hand.ts'
import { KeyCaps } from '../../components/key-caps.tsx'
import { isKey } from '../../keys/current-keys.ts'
import { useMirror } from '../../state/store.ts'
import {
  equalAsks,
  AllowAll,
  PermissionActs,
  isAsking,
  isShownWhole,
  useAnswers,
  useAskedKeys,
  type Asking,
} from './permission-acts.tsx'
import { goToNextWaiting, goToThing, answerPlaces, useWaiting } from './go-to-card.ts'
import type { WaitingThing } from './waiting-list.ts'
import { useStore } from 'zustand'
import { act } from '../../state/act.ts'
import { canNotify, notifications, showNotification } from '../../state/system-news.ts'
import { focused, shownIn, type Thing } from '../../state/panes.ts'
import { useView } from '../../state/view-store.ts'
import { classes } from '../../components/classes.ts'
import css from './tray.module.css'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { passFocus, takeFocus } from '../../components/focus.ts'
import { Since } from '../../components/time.tsx'
import { askedOf } from '../../entities/tool/card-question-line.ts'
import { shortPath } from '../../entities/folder/short-path.ts'
import type { TabProposalId } from '../../../main/contract/agents/tab-proposals.ts'
import { withdrawMail } from '../../entities/message/mail-acts.ts'
import { useTabProposal, TabProposalButtons } from '../../entities/agent/tab-proposal-acts.tsx'
import { RaiseLimit } from '../../entities/budget/raise.tsx'
import { ProposalActs } from '../../entities/gathering/proposal-acts.tsx'
import { SeatActs } from '../../entities/machine/seat-acts.tsx'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { raiseLabel } from '../../entities/gathering/gathering-words.ts'

export function Tray({ agents }: { readonly agents: readonly AgentView[] }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const things = useWaiting(agents)
  const handlers = useStillHand(things.map(({ key }) => key).join(' '))
  useNextByKey(list)
  if (things.length === 0) return null
  const go = (thing: WaitingThing) => {
    list.current?.hidePopover()
    goToThing(thing)
  }
  return (
    <>
      <button type="button" className="chip needs" aria-label={needWords(things.length)} popoverTarget={id}>
        <span className="st needs">
          <Sign of="needs" />
          <span>
            {things.length}
            <span data-yield={9}>
              {things.length === 1 ? ' item' : ' items'}
              <span data-yield={2}>{things.length === 1 ? ' needs you' : ' need you'}</span>
            </span>
          </span>
        </span>
      </button>
      <div
        ref={list}
        id={id}
        className={css.tray}
        popover="auto"
        role="dialog"
        aria-label="Needs you"
        {...handlers}
      >
        <div className={classes('row gap-5', css.top)}>
          <h2 className="grow strong">Needs you</h2>
          <KeyCaps of="nextWaiting" />
        </div>
        <ul>
          {things.map((thing, at) => (
            <TrayRow
              key={thing.key}
              thing={thing}
              isFirst={at === 0}
              onGo={() => go(thing)}
              onLeave={() => list.current?.hidePopover()}
            />
          ))}
        </ul>
        {equalAsks(things).map((set) => (
          <AllowAll key={set[0]?.key} equal={set} />
        ))}
        <div className={classes('row small muted', css.foot)}>
          <NotifyChoice />
        </div>
      </div>
    </>
  )
}

const needWords = (count: number): string => (count === 1 ? '1 item needs you' : `${count} items need you`)

/** While the list is open, its key still goes to the next thing. */
function useNextByKey(list: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!list.current?.matches(':popover-open') || !isKey('nextWaiting', event)) return
      event.preventDefault()
      list.current.hidePopover()
      goToNextWaiting()
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [list])
}

/** Notifications while Janus is in the background; the browser's permission is requested only on a click. */
function NotifyChoice() {
  const isWanted = useMirror((now) => now.status?.settings.notify === true)
  const isFailing = useStore(notifications, (now) => now.isFailing)
  const [allowed, setAllowed] = useState(canNotify ? Notification.permission : 'denied')
  if (!canNotify) return <p>This browser has no notifications.</p>
  if (allowed === 'denied') return <p>The system or the browser blocks notifications.</p>
  if (isFailing) return <p>Notifications are allowed, but the system showed none.</p>
  if (isWanted && allowed === 'granted') {
    return (
      <Button variant="ghost" onClick={() => void act('settings.change', { notify: false })}>
        Notifications in the background are on. Turn off
      </Button>
    )
  }
  const allow = async () => {
    const answer = await Notification.requestPermission()
    setAllowed(answer)
    if (!isWanted) await act('settings.change', { notify: true })
    // Show one immediately, so that a system that shows none is noticed.
    if (answer === 'granted')
      showNotification('Notifications are on', {
        body: 'They appear when an agent needs you and Janus is not in view.',
        tag: 'first',
      })
  }
  return (
    <Button variant="ghost" onClick={() => void allow()}>
      Notify me when Janus is in the background
    </Button>
  )
}

const idOf = (thing: Thing | null): string => (thing !== null && 'id' in thing ? thing.id : '')

/**
 * What waits in other tabs, answered in place. In an area of its own below the list, so that no tab moves
 * when something begins to wait.
 */
export function NeedsArea({ agents }: { readonly agents: readonly AgentView[] }) {
  const shown = useView(({ panes, room }) =>
    (room === 1 ? [focused(panes)] : panes.list).map((pane) => idOf(shownIn(pane))).join(' '),
  )
  const all = useWaiting(agents)
  const things = all.filter((thing) => !answerPlaces(thing).some((place) => shown.split(' ').includes(place)))
  const handlers = useStillHand(things.map(({ key }) => key).join(' '))
  if (things.length === 0) return null
  return (
    <section className={css.area} aria-label="Needs you" data-part="needs-area" {...handlers}>
      <h2 className="tab-group needs">Needs you in other tabs</h2>
      {equalAsks(things).map((set) => (
        <AllowAll key={set[0]?.key} equal={set} />
      ))}
      <ul>
        {things.map((thing) => (
          <TrayRow key={thing.key} thing={thing} onGo={() => goToThing(thing)} onLeave={() => undefined} />
        ))}
      </ul>
    </section>
  )
}

interface TrayRowProps {
  readonly thing: WaitingThing
  readonly isFirst?: boolean
  readonly onGo: () => void
  /** Called before a dialog opens over the list. */
  readonly onLeave: () => void
}

function TrayRow(props: TrayRowProps) {
  const { thing } = props
  if (isAsking(thing)) return <AskedRow {...props} thing={thing} />
  const { spender, raiseBy } = thing
  return (
    <li data-thing={thing.key}>
      <Go {...props} />
      {thing.tabProposal !== undefined && <TabProposalActs {...props} tabProposal={thing.tabProposal} />}
      <GatheringActs {...props} />
      {thing.circle !== undefined && thing.isHeld && (
        <SeatActs circle={thing.circle} about={visible(thing.agentName)} />
      )}
      {thing.own && <OwnActs agent={thing.agent} own={thing.own} about={visible(thing.agentName)} />}
      {spender && (
        <div className="acts">
          <RaiseLimit spender={spender} by={raiseBy} />
        </div>
      )}
    </li>
  )
}

/** A card of the agent's program. A truncated input, or a choice, needs the card. */
function AskedRow(props: TrayRowProps & { readonly thing: Asking }) {
  const { thing } = props
  const { card, cwd } = thing.asks
  const about = useId()
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const here = row.current
    return () => passFocus(here)
  }, [])
  const { text } = askedOf(card)
  const answering = useAnswers(thing)
  const keys = useAskedKeys(row, answering)
  const isHere = isShownWhole(card)
  return (
    <li ref={row} className={css.asks} data-thing={thing.key} {...(isHere ? keys : {})}>
      <Go {...props} about={about} />
      <div id={about} className={classes('small', css.asked)}>
        {text !== '' && (
          <SafeText
            as="p"
            className={card.kind === 'permission' ? 'mono break-anywhere' : undefined}
            dir="auto"
            text={text}
          />
        )}
        {card.kind === 'permission' && (
          <p className="faint">
            in <SafeText text={shortPath(cwd)} />
            {!isHere && ' · full text on the card'}
          </p>
        )}
      </div>
      {isHere && <PermissionActs answering={answering} name={thing.agentName} about={about} />}
    </li>
  )
}

function Go({ thing, isFirst, onGo, about }: TrayRowProps & { readonly about?: string }) {
  const face = useFace({ kind: 'agent', id: thing.agent }, thing.agentName)
  const isAgents = thing.circle === undefined && (thing.gathering === null || thing.needs === 'proposal')
  return (
    <button
      ref={isFirst ? takeFocus : undefined}
      type="button"
      className={classes('row gap-5', css.goTo)}
      data-hue={face.hue}
      aria-describedby={about}
      onClick={onGo}
    >
      {isAgents ? <FaceView face={face} size="sm" /> : <Icon name="gather" />}
      <span className="clip grow break-anywhere">
        {isAgents ? (
          <Name name={thing.agentName} pigment />
        ) : (
          <strong>
            <Name name={thing.agentName} />
          </strong>
        )}{' '}
        <SafeText text={thing.words} />
      </span>
      {thing.since !== null && <Since at={thing.since} className="faint no-shrink" />}
      <span className={classes('medium no-shrink', css.go)}>Go</span>
    </button>
  )
}

function TabProposalActs({
  thing,
  tabProposal,
  onLeave,
}: TrayRowProps & { readonly tabProposal: TabProposalId }) {
  const answers = useTabProposal(thing.agent, tabProposal, onLeave)
  return <TabProposalButtons answers={answers} about={visible(`${thing.agentName} ${thing.words}`)} />
}

interface OwnActsProps {
  readonly agent: AgentId
  readonly own: readonly PendingView[]
  readonly about: string
}

/** For the user's own messages that wait since a turn was stopped: answers them all. */
function OwnActs({ agent, own, about }: OwnActsProps) {
  return (
    <div className="acts">
      <Button
        aria-label={`Send your message: ${about}`}
        onClick={() => own.forEach(({ id }) => void act('messages.release', { id }))}
      >
        Send
      </Button>
      <Button
        aria-label={`Withdraw your message: ${about}`}
        onClick={() => own.forEach((message) => void withdrawMail(agent, message))}
      >
        Withdraw
      </Button>
    </div>
  )
}

/** Answers a gathering's question in place; a turn with the piece needs the gathering. */
function GatheringActs({ thing, onLeave }: TrayRowProps) {
  const { gathering, needs, words, agentName } = thing
  const raise = useMirror((now) => raiseLabel(gathering === null ? undefined : now.gatherings[gathering]))
  if (gathering === null) return null
  if (needs === 'proposal') return <ProposalActs id={gathering} about={visible(words)} onLeave={onLeave} />
  if (needs !== 'cap' && needs !== 'paused') return null
  return (
    <div className="acts">
      <Button
        aria-label={`${needs === 'cap' ? raise : 'Resume'}: ${visible(agentName)}`}
        onClick={() => void steer(gathering, 'resume')}
      >
        {needs === 'cap' ? raise : 'Resume'}
      </Button>
      <Button
        aria-label={`End with a harvest: ${visible(agentName)}`}
        onClick={() => void steer(gathering, 'close')}
      >
        End with a harvest
      </Button>
    </div>
  )
}
