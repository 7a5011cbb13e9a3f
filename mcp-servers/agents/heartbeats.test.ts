import type { HeartbeatReport } from '../../main/contract/api/reports.ts'
import { expect, test } from 'vitest'
import { openDesk, textOf } from '../testing/tool-desk.ts'

const desk = openDesk()

const firesAt = '2026-01-01T00:05:00.000Z'
const anchor: HeartbeatReport = {
  id: 'hb-0000000001',
  agent: 'Ann',
  intent: 'anchor',
  note: 'back to task 3',
  about: null,
  state: 'armed',
  reason: '',
  firesAt,
  inSeconds: 299.6,
  setBy: 'Ann',
  schedule: null,
  fired: 0,
}
const resting: HeartbeatReport = {
  ...anchor,
  id: 'hb-0000000002',
  state: 'resting',
  firesAt: null,
  inSeconds: null,
  fired: 2,
  reason: 'fired twice with no word from anybody',
}

test('set_heartbeat sets one, tells when it comes, and the call is its own key', async () => {
  desk.api.answers(anchor)
  const args = { intent: 'anchor', note: 'back to task 3', in_seconds: 300 }
  const result = await desk.call('set_heartbeat', args, 'toolu_1')
  expect(result.structuredContent).toEqual({
    timer_id: 'hb-0000000001',
    intent: 'anchor',
    note: 'back to task 3',
    state: 'armed',
    fires_at: firesAt,
    in_seconds: 299.6,
    hint: 'It comes in 300 s, and again each time. Go on or end your turn: it comes by itself. To end it, answer SILENT when it comes.',
  })
  expect(textOf(result)).toContain('hb-0000000001: anchor. It comes in 300 s')
  await desk.call('set_heartbeat', { ...args, intent: 'check', about: 'Bob' }, 'toolu_2')
  const body = { note: 'back to task 3', inSeconds: 300 }
  expect(desk.api.asked).toEqual([
    ['POST /api/heartbeats', { ...body, intent: 'anchor', idempotencyKey: 'call-toolu_1' }],
    ['POST /api/heartbeats', { ...body, intent: 'check', about: 'Bob', idempotencyKey: 'call-toolu_2' }],
  ])
})

test('list_heartbeats lists them, or says that there are none', async () => {
  desk.api.answers([anchor, resting])
  const result = await desk.call('list_heartbeats', {})
  expect(result.structuredContent).toMatchObject({
    timers: [
      { timer_id: 'hb-0000000001', in_seconds: 299.6 },
      { timer_id: 'hb-0000000002', state: 'resting', fired: 2 },
    ],
  })
  expect(textOf(result)).toContain('back to task 3\n  It is resting (fired twice with no word from anybody).')
  desk.api.answers([])
  expect(textOf(await desk.call('list_heartbeats', {}))).toBe('You have no timers.')
  expect(desk.api.urls).toEqual(['GET /api/heartbeats', 'GET /api/heartbeats'])
})

test('keep_heartbeat keeps one that a new task has put in question', async () => {
  desk.api.answers(anchor)
  const result = await desk.call('keep_heartbeat', { timer_id: 'hb-0000000001' })
  expect(result.structuredContent).toMatchObject({ timer_id: 'hb-0000000001', state: 'armed' })
  expect(textOf(result)).toMatch(/^hb-0000000001: armed\. It comes in \d+ s/)
  expect(desk.api.asked).toEqual([['PATCH /api/heartbeats/hb-0000000001', { action: 'keep' }]])
})

test('cancel_heartbeat ends one', async () => {
  desk.api.answers({ ...anchor, state: 'cancelled', firesAt: null, inSeconds: null })
  const result = await desk.call('cancel_heartbeat', { timer_id: 'hb-0000000001' })
  expect(result.structuredContent).toMatchObject({ state: 'cancelled', hint: 'It will not come.' })
  expect(desk.api.asked).toEqual([['DELETE /api/heartbeats/hb-0000000001']])
})

test('what Janus refuses is told in its words', async () => {
  const error = { code: 'not_found', message: 'No timer of yours has that id.' }
  desk.api.otherwise = () => ({ status: 404, value: { error } })
  const result = await desk.call('cancel_heartbeat', { timer_id: 'hb-0000000009' })
  expect([result.isError, JSON.parse(textOf(result))]).toEqual([true, { error }])
})

test('a schedule says its time and its days, and comes in the words of both', async () => {
  const schedule = { at: '09:30', days: ['mon', 'fri'] as const, zone: 'Europe/Berlin' }
  desk.api.answers({ ...anchor, intent: 'schedule', schedule })
  const args = { intent: 'schedule', note: 'the news', at: '09:30', days: ['mon', 'fri'] }
  const result = await desk.call('set_heartbeat', args, 'toolu_1')
  expect(desk.api.requests[0]?.body).toEqual({ ...args, idempotencyKey: 'call-toolu_1' })
  const words = 'Monday and Friday at 09:30 (Europe/Berlin)'
  expect(result.structuredContent).toMatchObject({ schedule: words })
  expect(textOf(result)).toContain(`It comes ${words}.`)
})
