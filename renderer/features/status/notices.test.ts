import { expect, test } from 'vitest'
import { wayBackWords } from '../../../main/contract/app/backups.ts'
import { clockTime } from '../../components/duration.ts'
import { noticeWords } from './notices.tsx'

const at = Date.parse('2026-11-23T08:02:00Z')
const now = Date.parse('2026-11-24T09:31:00Z')
const backup = { name: 'janus-daily.db', path: '/home/mo/.janus/backups/janus-daily.db', at }
const notice = `2026-11-24 09:31 UTC: ${wayBackWords(backup)}`

test('a notice shows local times', () => {
  expect(noticeWords(notice, null, now)).toBe(
    `${clockTime(now, now)}: The newest good backup is of ${clockTime(at, now)} (${backup.path}). ` +
      'To restore it, quit Janus and run: janus restore janus-daily.db',
  )
})

test('beside a restore button the manual steps are left out', () => {
  expect(noticeWords(notice, backup, now)).toBe(
    `${clockTime(now, now)}: The newest good backup is of ${clockTime(at, now)} (${backup.path}).`,
  )
})

test('text that is no time stays unchanged', () => {
  expect(noticeWords('9999-99-99 99:99 UTC: odd', null, now)).toBe('9999-99-99 99:99 UTC: odd')
})
