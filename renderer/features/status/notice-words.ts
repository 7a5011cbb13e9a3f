import { restoreHint, type OfferedBackup } from '../../../main/contract/app/backups.ts'
import { clockTime } from '../../components/duration.ts'

/** A notice as the window shows it: in local time, and without the way by hand to what a button beside it does. */
export function noticeWords(notice: string, offered: OfferedBackup | null, now = Date.now()): string {
  const words = offered === null ? notice : notice.replace(restoreHint(offered.name), '')
  return words.replace(/\b(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC\b/g, (utc, day: string, time: string) => {
    const at = Date.parse(`${day}T${time}Z`)
    return Number.isNaN(at) ? utc : clockTime(at, now)
  })
}
