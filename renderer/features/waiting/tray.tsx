import { useEffect, useId, useRef, type RefObject, useState } from 'react'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { listedGatherings } from '../../state/selectors.ts'
import { Sign } from '../../components/icon.tsx'
import { useStillHand } from '../../components/use-still-hand.ts'
import { KeyCaps } from '../../components/key-caps.tsx'
import { isKey } from '../../keys/keys-here.ts'
import { useMirror, useMirrorList } from '../../state/store.ts'
import { AllowAll } from './allow-all.tsx'
import { equalAsks } from './asked-acts.tsx'
import { goToNextWaiting, goToThing } from './go-to-card.ts'
import { TrayRow } from './tray-row.tsx'
import { waitingFor, type WaitingThing } from './waiting-list.ts'
import css from './tray.module.css'
import { useStore } from 'zustand'
import { act } from '../../state/act.ts'
import { canNotify, notifications, notify } from '../../state/system-news.ts'

/** The amber chip of the status line, and the list that it opens: everything that waits, over all tabs. */
export function Tray({ agents }: { readonly agents: readonly AgentView[] }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const gatherings = useMirrorList((now) => listedGatherings(now.gatherings))
  const links = useMirrorList((now) => Object.values<LinkView>(now.links))
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const things = waitingFor(agents, gatherings, links, fleet)
  const handlers = useStillHand(things.map(({ key }) => key).join(' '))
  useNextByKey(list)
  if (things.length === 0) return null
  const go = (thing: WaitingThing) => {
    list.current?.hidePopover()
    goToThing(thing)
  }
  return (
    <>
      <button
        type="button"
        className="chip needs"
        aria-label={`${things.length} waiting for you`}
        popoverTarget={id}
      >
        <span className="st needs">
          <Sign of="needs" />
          <span>
            {things.length}
            <span data-yield={9}>
              {' '}
              waiting<span data-yield={2}> for you</span>
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
        aria-label="Waiting for you"
        {...handlers}
      >
        <div className={css.top}>
          <h2 className="grow">Waiting for you</h2>
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
        <div className={css.foot}>
          <NotifyChoice />
        </div>
      </div>
    </>
  )
}

/** While the list is open, its key leads to the next thing as everywhere. */
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

/** Whether the person is also told while Janus is in the background; the system is asked only upon their click. */
function NotifyChoice() {
  const isWanted = useMirror((now) => now.status?.settings.notify === true)
  const isFailing = useStore(notifications, (now) => now.isFailing)
  const [allowed, setAllowed] = useState(canNotify ? Notification.permission : 'denied')
  if (!canNotify) return <p>This browser has no notifications.</p>
  if (allowed === 'denied') return <p>The system or the browser does not let Janus notify you.</p>
  if (isFailing) return <p>The system let Janus notify you, and then showed nothing.</p>
  if (isWanted && allowed === 'granted') {
    return (
      <button
        type="button"
        className="btn ghost"
        onClick={() => void act('settings.change', { notify: false })}
      >
        You are also told when Janus is in the background. Turn off
      </button>
    )
  }
  const allow = async () => {
    const answer = await Notification.requestPermission()
    setAllowed(answer)
    if (!isWanted) await act('settings.change', { notify: true })
    // The first one at once: a system that shows none says so while the person looks.
    if (answer === 'granted')
      notify('You are told here', { body: 'when something waits and you look elsewhere.', tag: 'first' })
  }
  return (
    <button type="button" className="btn ghost" onClick={() => void allow()}>
      Tell me also when Janus is in the background
    </button>
  )
}
