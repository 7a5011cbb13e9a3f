import { useStore } from 'zustand'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { act } from '../../state/act.ts'
import { useMirror } from '../../state/store.ts'
import { allowNotifications } from '../../state/system-news.ts'
import { goToNews, offer } from './follow-news.ts'
import { classes } from '../../components/classes.ts'
import css from './tray.module.css'

/** Offers notifications once, after news; a No is saved. */
export function NotifyOffer() {
  const after = useStore(offer, (now) => now.after)
  const isAsked = useMirror((now) => now.status?.settings.notifyOffered !== false)
  if (after === null || isAsked) return null
  const answer = async (isWanted: boolean) => {
    const isAllowed = isWanted && (await allowNotifications())
    const all = { notify: isAllowed, notifyFinished: isAllowed, notifyHarvest: isAllowed }
    await act('settings.change', { ...all, notifyOffered: true })
    offer.setState({ after: null })
  }
  return (
    <section
      className={classes('row wrap gap-5 row-gap-3', css.offer)}
      aria-label="Notifications"
      data-part="notify-offer"
    >
      <Icon name="talk" />
      <p role="status" className="grow break-anywhere">
        {visible(after.title)} while you were elsewhere. Get a notification when a turn is finished, a harvest
        (summary) is ready or an agent needs you?
      </p>
      <div className="row wrap gap-3">
        <Button variant="primary" onClick={() => void answer(true)}>
          Notify me
        </Button>
        <Button onClick={() => void answer(false)}>No, thanks</Button>
        <Button variant="ghost" onClick={() => goToNews(after)}>
          Show
        </Button>
      </div>
    </section>
  )
}
