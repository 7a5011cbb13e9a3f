import { isRefusing, type DiskWarning, diskWords } from '../../../main/contract/app/disk.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { type OfferedBackup, restoreHint } from '../../../main/contract/app/backups.ts'
import { fullTime, inLocalTime } from '../../components/duration.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { ConfirmDialog } from '../../components/sure.tsx'
import { act } from '../../state/act.ts'
import { useMirror } from '../../state/store.ts'
import css from './status.module.css'
import { announceOverDialog } from '../../components/voice.ts'
import type { Connection } from '../../state/mirror.ts'

/**
 * Notices about Janus and its database until they are dismissed; after data loss, with a backup to restore.
 */
export function NoticeBanners() {
  const notices = useMirror((now) => now.status?.notices ?? none)
  const offered = useMirror((now) => now.status?.offeredBackup ?? null)
  if (notices.length === 0) return null
  return (
    <NoticeBar label="Notices" notices={notices.map((one) => noticeWords(one, offered))}>
      <div className={css.noticeActs}>
        {offered !== null && <RestoreBackup backup={offered} />}
        <Button onClick={() => void act('app.putNoticesAway', {})}>Dismiss</Button>
      </div>
    </NoticeBar>
  )
}

export function DiskNotices() {
  const warnings = useMirror((now) => now.status?.disk ?? noWarnings)
  if (warnings.length === 0) return null
  return (
    <NoticeBar
      label="The disk"
      part="disk"
      notices={warnings.map(diskWords)}
      isRefusing={warnings.some(isRefusing)}
    />
  )
}

interface NoticeBarProps {
  readonly label: string
  readonly part?: string
  readonly notices: readonly string[]
  readonly isRefusing?: boolean
  readonly children?: ReactNode
}

function NoticeBar({ label, part, notices, isRefusing = false, children }: NoticeBarProps) {
  return (
    <section
      className={classes('row top', css.notices, isRefusing && css.refusing)}
      aria-label={label}
      data-part={part}
    >
      <Icon name="alert" />
      <div role="status">
        {notices.map((words) => (
          <SafeText as="p" key={words} text={words} />
        ))}
      </div>
      {children}
    </section>
  )
}

/** Asks first: it can't be undone. */
function RestoreBackup({ backup: { name, at } }: { readonly backup: OfferedBackup }) {
  const [isAsking, setAsking] = useState(false)
  const confirm = () => {
    setAsking(false)
    void act('backups.restore', { name })
  }
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Restore this backup…
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Restore the backup of ${fullTime(at)}?`}
          words={restoreWords(fullTime(at))}
          verb="Restore and restart"
          isDanger
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function restoreWords(time: string): string {
  return (
    `Everything that was said and done here since ${time} is lost from Janus: messages, links, timers, gatherings. ` +
    'The database as it is now is set aside, not deleted. Your settings, your decisions about folders and the files of harvests stay as they are. ' +
    'The agents may remember more than you see, since their own conversations are not part of a backup. ' +
    'Janus ends what runs and starts again, with everything stopped until you resume.'
  )
}

const none: readonly string[] = []
const noWarnings: readonly DiskWarning[] = []

/** Shown when the connection to main is lost. Drafts are kept. */
export function ConnectionBanner() {
  const words = useMirror((now) =>
    now.connection === 'signedOut'
      ? signedOutWords[now.status?.shell ?? 'web']
      : connectionWords[now.connection],
  )
  useEffect(() => announceOverDialog(words), [words])
  if (words === '') return null
  return (
    <p className={classes('row', css.lost)} data-part="connection" role="status">
      <Icon name="alert" />
      <span>{words}</span>
    </p>
  )
}

const connectionWords: Readonly<Record<Exclude<Connection, 'signedOut'>, string>> = {
  open: '',
  connecting: '',
  lost: 'Connection to Janus lost, reconnecting… You see the last known state; what you write is kept.',
}

const signedOutWords = {
  web: 'Signed out of Janus. Open the address from its terminal again; your drafts are kept.',
  desktop: 'Signed out of Janus. Reload this window; your drafts are kept.',
} as const

/** A notice in local time, without the manual steps that a button beside it replaces. */
export const noticeWords = (notice: string, offered: OfferedBackup | null, now = Date.now()): string =>
  inLocalTime(offered === null ? notice : notice.replace(restoreHint(offered.name), ''), now)
