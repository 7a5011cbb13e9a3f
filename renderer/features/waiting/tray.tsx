import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { Sign } from '../../components/icon.tsx'
import { useStillHand } from '../../components/use-still-hand.ts'
import { KeyCaps } from '../../components/key-caps.tsx'
import { isKey } from '../../keys/current-keys.ts'
import { useMirror } from '../../state/store.ts'
import { equalAsks, AllowAll } from './permission-acts.tsx'
import { goToNextWaiting, goToThing, answerPlaces, useWaiting } from './go-to-card.ts'
import { TrayRow } from './tray-row.tsx'
import type { WaitingThing } from './waiting-list.ts'
import { useStore } from 'zustand'
import { act } from '../../state/act.ts'
import { canNotify, notifications, showNotification } from '../../state/system-news.ts'
import { focused, shownIn, type Thing } from '../../state/panes.ts'
import { useView } from '../../state/view-store.ts'
import { classes } from '../../components/classes.ts'
import css from './tray.module.css'

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
              {things.length === 1 ? ' needs' : ' need'}
              <span data-yield={2}> you</span>
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
