import { appendFileSync, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findRollout, locateInRollout } from './rollout.ts'
import { testFolder } from '../../testkit/test-folder.ts'

const frame = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`

/** A Codex home with the recorded conversation; see `reader.test.ts`. */
function home(): { readonly home: string; readonly path: string } {
  const folder = testFolder('rollout')
  const day = join(folder, 'sessions', '2026', '11', '25')
  mkdirSync(day, { recursive: true })
  const path = join(day, 'rollout-2026-11-25T03-21-51-thread-1.jsonl')
  copyFileSync(join(import.meta.dirname, 'fixtures', 'rollout.jsonl'), path)
  return { home: folder, path }
}

test('each frame is found where it stands', async () => {
  const found = await locateInRollout(
    home().home,
    'thread-1',
    [1, 2, 3, 4, 7, 8, 9].map(frame).concat(frame(0)),
  )
  expect(found.map(({ found: where, text }) => `${where} ${text}`.trim())).toEqual([
    'finished hello',
    'finished',
    'finished first\nfolded',
    'finished first\nfolded',
    'finished begun',
    // In order: stopped by the user; failed by the model's service; never written.
    'unfinished',
    'finished',
    'absent',
  ])
})

test('a torn end and lines of no sense are passed over', async () => {
  const { home: folder, path } = home()
  const turn = { type: 'item_completed', turn_id: 'new', item: { type: 'UserMessage', client_id: frame(6) } }
  appendFileSync(
    path,
    `"task_complete"\n[]\n${JSON.stringify({ type: 'event_msg', payload: turn })}\n{"type":"event_msg","payload":{"type":"task_complete","turn_id":"ne`,
  )
  expect(await locateInRollout(folder, 'thread-1', [frame(6)])).toMatchObject([{ found: 'unfinished' }])
})

test('of a conversation in which nothing was said all is absent', async () => {
  expect(await locateInRollout(home().home, 'thread-2', [frame(1)])).toMatchObject([{ found: 'absent' }])
  expect(await findRollout('/nowhere', 'thread-1')).toBeNull()
  expect(await findRollout(home().home, '../thread-1')).toBeNull()
})
