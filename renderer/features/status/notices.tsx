import { isRefusing, type DiskTrouble } from '../../../main/contract/disk.ts'
import { diskWords } from '../../../main/contract/disk-words.ts'
import { classes } from '../../components/classes.ts'
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

/** What is wrong with the disks, for as long as it is. */
export function DiskNotices() {
  const troubles = useMirror((now) => now.status?.disk ?? noTroubles)
  if (troubles.length === 0) return null
  return (
    <section
      className={classes(css.notices, troubles.some(isRefusing) && css.refusing)}
      aria-label="The disk"
      data-part="disk"
    >
      <Icon name="alert" />
      <div role="status">
        {troubles.map((trouble) => (
          <p key={`${trouble.kind} ${trouble.path}`}>
            <SafeText text={diskWords(trouble)} />
          </p>
        ))}
      </div>
    </section>
  )
}

const none: readonly string[] = []
const noTroubles: readonly DiskTrouble[] = []
