import { expect, test } from 'vitest'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { tab } from '../../testing/agent.ts'
import { circle } from '../../testing/gathering.ts'
import { claimNotification } from './notifier.ts'
import { NewsReader } from './follow-news.ts'

const working = tab('scout', { status: 'working', unread: [4] })
const done = tab('scout', { unread: [4, 9], lastLine: 'All green.' })

test('an unseen end of a turn is news once; what was unread before is not', () => {
  const reader = new NewsReader()
  expect(reader.read([tab('scout', { unread: [4] })], [], 0)).toEqual([])
  expect(reader.read([working], [], 1_000)).toEqual([])
  // The text of a turn that continues at once is reported together with the last one.
  expect(reader.read([{ ...done, status: 'working' }], [], 20_000)).toEqual([])
  expect(reader.read([done], [], 41_000)).toEqual([
    {
      kind: 'finished',
      key: 'agt-scout row 9',
      title: 'scout finished',
      body: 'All green.',
      place: { agent: 'agt-scout', row: 9 },
      worked: 40_000,
    },
  ])
  expect(reader.read([done], [], 42_000)).toEqual([])
})

test('a turn that only said that there was nothing to add is no news, nor is one that was seen', () => {
  const reader = new NewsReader()
  reader.read([tab('scout', { unread: [4] })], [], 0)
  reader.read([working], [], 0)
  expect(reader.read([tab('scout', { unread: [4] })], [], 0)).toEqual([])
  reader.read([working], [], 0)
  expect(reader.read([tab('scout')], [], 0)).toEqual([])
})

test('a turn that broke off, and a process that failed, are told too', () => {
  const reader = new NewsReader()
  reader.read([working, tab('puppet')], [], 0)
  const broken = {
    detail: 'the API was overloaded',
    retryAt: 1,
    tries: 1,
    from: ['Mo'],
    isLasting: false,
    suggestsFork: false,
  }
  const failed = tab('puppet', { status: 'failed' })
  const titles = reader.read([tab('scout', { broken }), failed], [], 5).map((one) => one.title)
  expect(titles).toEqual(['scout’s turn failed', 'puppet failed'])
})

test('a notice in the middle of a turn is no end of it', () => {
  const reader = new NewsReader()
  const notices = { shown: null, row: 7 }
  const at = (status: 'working' | 'idle', unread: number[]) => [tab('scout', { status, unread, notices })]
  reader.read(at('working', []), [], 0)
  reader.read(at('working', [7]), [], 1)
  expect(reader.read(at('idle', [7]), [], 2)).toEqual([])
  reader.read(at('working', [7]), [], 3)
  expect(reader.read(at('idle', [7, 9]), [], 4).map(({ title }) => title)).toEqual(['scout finished'])
})

test('a gathering that closes with a harvest is news; one that was closed before, or without, is none', () => {
  const line = { text: 'We ship on **Friday**.', sources: [], isUnfounded: false }
  const harvest = { at: 1, decided: [line], open: [], dissent: [], next: [], more: '', text: '', cards: [] }
  const closed = (id: `gat-${string}`, more: Partial<GatheringView>) =>
    circle({ id, state: 'closed', ...more })
  const reader = new NewsReader()
  reader.read([], [closed('gat-1', { harvest }), circle({ id: 'gat-2' }), circle({ id: 'gat-3' })], 0)
  const now = [closed('gat-1', { harvest }), closed('gat-2', { harvest }), closed('gat-3', {})]
  expect(reader.read([], now, 0)).toEqual([
    {
      kind: 'harvest',
      key: 'harvest gat-2',
      title: 'The harvest of “Ship on Friday?” is in',
      body: 'We ship on **Friday**.',
      place: { gathering: 'gat-2' },
      worked: null,
    },
  ])
})

test('only one of several browser windows notifies', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
  Object.assign(globalThis, { localStorage: storage })
  expect([
    claimNotification('one', 0),
    claimNotification('one', 10),
    claimNotification('two', 20),
    claimNotification('one', 60_000),
  ]).toEqual([true, false, true, true])
})
