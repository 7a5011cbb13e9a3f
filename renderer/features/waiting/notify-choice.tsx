import { useState } from 'react'
import { act } from '../../act.ts'
import { useMirror } from '../../store.ts'

/** Whether notifications could be shown at all. */
const canNotify = 'Notification' in globalThis

/** Whether the person is also told while Janus is in the background; the system is asked only upon their click. */
export function NotifyChoice() {
  const isWanted = useMirror((now) => now.status?.settings.notify === true)
  const [allowed, setAllowed] = useState(canNotify ? Notification.permission : 'denied')
  if (!canNotify) return <p>This browser has no notifications.</p>
  if (allowed === 'denied') return <p>The system or the browser does not let Janus notify you.</p>
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
    setAllowed(await Notification.requestPermission())
    if (!isWanted) await act('settings.change', { notify: true })
  }
  return (
    <button type="button" className="btn ghost" onClick={() => void allow()}>
      Tell me also when Janus is in the background
    </button>
  )
}
