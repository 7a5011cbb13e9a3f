import { describe, expect, test } from 'vitest'
import { downloadPercent, type DownloadState } from '../../contract/agents/program-downloads.ts'
import { looksDifferent, nextDownload, type DownloadEvent } from './download-state.ts'

const absent: DownloadState = { kind: 'absent' }
const after = (...events: DownloadEvent[]): DownloadState => events.reduce(nextDownload, absent)
const piece = (received: number, total: number | null = 100): DownloadEvent => ({
  kind: 'received',
  received,
  total,
})
const failed: DownloadEvent = { kind: 'failed', words: 'No network.' }

describe('a download', () => {
  test('is downloaded, unpacked, installed and removed', () => {
    expect(after({ kind: 'begun' })).toEqual({ kind: 'downloading', received: 0, total: null })
    expect(after({ kind: 'begun' }, piece(40))).toEqual({ kind: 'downloading', received: 40, total: 100 })
    expect(after({ kind: 'begun' }, piece(100), { kind: 'complete' })).toEqual({ kind: 'unpacking' })
    const whole = [{ kind: 'begun' }, { kind: 'complete' }, { kind: 'unpacked' }] as const
    expect(after(...whole)).toEqual({ kind: 'installed' })
    expect(after(...whole, { kind: 'removed' })).toEqual(absent)
  })

  test('that fails says why, and can be begun again', () => {
    expect(after({ kind: 'begun' }, failed)).toEqual({ kind: 'failed', words: 'No network.' })
    expect(after({ kind: 'begun' }, { kind: 'complete' }, failed).kind).toBe('failed')
    expect(after({ kind: 'begun' }, failed, { kind: 'begun' }).kind).toBe('downloading')
  })

  test('that is cancelled is as if it had never begun', () => {
    expect(after({ kind: 'begun' }, piece(3), { kind: 'cancelled' })).toEqual(absent)
  })

  test.each<[string, readonly DownloadEvent[]]>([
    ['a piece before the beginning', [piece(1)]],
    ['a piece after the cancel', [{ kind: 'begun' }, { kind: 'cancelled' }, piece(9)]],
    ['a failure after the cancel', [{ kind: 'begun' }, { kind: 'cancelled' }, failed]],
    ['an end without a beginning', [{ kind: 'complete' }, { kind: 'unpacked' }]],
  ])('takes no notice of %s', (_, events) => {
    expect(after(...events)).toEqual(absent)
  })

  test('does not begin twice, and is not removed in the middle', () => {
    const now = after({ kind: 'begun' }, piece(50))
    expect(nextDownload(now, { kind: 'begun' })).toBe(now)
    expect(nextDownload(now, { kind: 'removed' })).toBe(now)
  })
})

test('progress is reported per percent, not per chunk', () => {
  const state = (received: number) => after({ kind: 'begun' }, piece(received, 10_000))
  expect(looksDifferent(state(100), state(199))).toBe(false)
  expect(looksDifferent(state(199), state(200))).toBe(true)
  expect(downloadPercent(state(10_001))).toBe(100)
  expect(downloadPercent(after({ kind: 'begun' }, piece(5, null)))).toBeNull()
})
