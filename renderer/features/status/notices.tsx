import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { act } from '../../state/act.ts'
import { useMirror } from '../../state/store.ts'
import css from './status.module.css'

/** What had befallen Janus and its database, until the person has read it. */
export function Notices() {
  const notices = useMirror((now) => now.status?.notices ?? none)
  if (notices.length === 0) return null
  return (
    <section className={css.notices} aria-label="What has befallen Janus">
      <Icon name="alert" />
      <div role="status">
        {notices.map((words) => (
          <p key={words}>
            <SafeText text={words} />
          </p>
        ))}
      </div>
      <button type="button" className="btn" onClick={() => void act('app.putNoticesAway', {})}>
        I have read it
      </button>
    </section>
  )
}

const none: readonly string[] = []
