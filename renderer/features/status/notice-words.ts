import { restoreHint, type OfferedBackup } from '../../../main/contract/app/backups.ts'
import { inLocalTime } from '../../components/duration.ts'

/** A notice as the window shows it: in local time, and without the way by hand to what a button beside it does. */
export const noticeWords = (notice: string, offered: OfferedBackup | null, now = Date.now()): string =>
  inLocalTime(offered === null ? notice : notice.replace(restoreHint(offered.name), ''), now)
