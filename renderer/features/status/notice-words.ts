import { restoreHint, type OfferedBackup } from '../../../main/contract/app/backups.ts'
import { inLocalTime } from '../../components/duration.ts'

/** A notice in local time, without the manual steps that a button beside it replaces. */
export const noticeWords = (notice: string, offered: OfferedBackup | null, now = Date.now()): string =>
  inLocalTime(offered === null ? notice : notice.replace(restoreHint(offered.name), ''), now)
