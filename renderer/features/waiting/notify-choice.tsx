import { useState } from 'react'
import { useStore } from 'zustand'
import { act } from '../../state/act.ts'
import { useMirror } from '../../state/store.ts'
import { canNotify, notifications, notify } from '../../state/system-news.ts'

/** Whether the person is also told while Janus is in the background; the system is asked only upon their click. */
export function NotifyChoice() {
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
