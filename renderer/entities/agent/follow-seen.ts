import { deskNow } from '../../state/selectors.ts'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { isWindowSeen } from '../../state/system-news.ts'
import { view } from '../../state/view-store.ts'

/** Tells main what the person has seen: the words of the tab in view, while they look at the window. The answer ends it. */
export function followSeen(): () => void {
  /** What main was told last, so that it is not told twice while its word is on the way. */
  let told = ''
  const look = () => {
    const { selected } = deskNow()
    const row = selected?.unread.at(-1)
    if (!selected || row === undefined || !isWindowSeen() || mirror.getState().connection !== 'open') return
    const what = `${selected.id} ${row}`
    if (what === told) return
    told = what
    // Not reached: the next change or the next look tells it again.
    ask('agents.seen', { agent: selected.id, row }).catch(() => (told = ''))
  }
  const ends = [mirror.subscribe(look), view.subscribe(look)]
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    for (const end of ends) end()
    window.removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
  }
}
