import { beforeEach, describe, expect, test } from 'vitest'
import { attachmentLimits } from '../../contract/mail/attachments.ts'
import type { WindowView } from '../../contract/api/answers.ts'
import type { AgentSummary } from '../../contract/agents/agent-summary.ts'
import { pngOf } from '../../testkit/factories/attachments.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { findFiles } from './attachments-requests.ts'
import { expectRefused } from '../testing/expect-refused.ts'

let janus: ComposedJanus
let ann: AgentSummary

beforeEach(async () => {
  janus = new ComposedJanus((_, prompt) => [{ do: 'say', text: `Read: ${prompt}` }])
  ann = await janus.window('agents.create', { name: 'Ann' })
  janus.attachments.files.set('/own/notes.txt', Buffer.from('words'))
  janus.attachments.files.set('/own/quay.png', pngOf(2, 2))
})

/** The snapshot of a window that connects now. */
function viewOf({ feed }: ComposedJanus): WindowView {
  let view: WindowView | null = null
  feed.subscribe((event) => {
    if (event.kind === 'snapshot') view = event.view
  })()
  if (view === null) throw new Error('no snapshot came')
  return view
}

const data = pngOf(3, 3).toString('base64')

describe('what is attached', () => {
  test('goes with the words, by its path or by its bytes, and stands with them from then on', async () => {
    const kept = await janus.as({ kind: 'api' }, 'attachments.keep', { name: 'shot.png', data })
    const attachments = [{ path: kept.path }, { path: '/own/notes.txt' }, { path: '/own/quay.png' }]
    const sent = await janus.as({ kind: 'api' }, 'messages.send', {
      agent: 'Ann',
      message: 'Look.',
      attachments,
    })
    const told = await janus.window('messages.get', { id: sent.messageId })
    expect(told.attachments?.map(({ name, picture }) => [name, picture])).toEqual([
      ['shot.png', 'image/png'],
      ['notes.txt', null],
      ['quay.png', 'image/png'],
    ])
    janus.clock.advance(10_000)
    const [row] = (await janus.log('agent', ann.id)).items
    expect(row).toMatchObject({ kind: 'user', text: 'Look.', attachments: told.attachments })
    const found = await janus.window('history.search', { q: 'notes.txt' })
    expect(found.items).not.toEqual([])
  })

  test('is enough without words, waits with its names, and is shown on asking', async () => {
    const { path } = await janus.window('attachments.keep', { name: 'shot.png', data })
    await janus.window('app.stop', {})
    const send = { agent: 'Ann', attachments: [{ path }] }
    await janus.window('messages.send', { ...send, message: 'First.' })
    await janus.window('messages.send', { ...send, message: '' })
    const view = viewOf(janus).agents.find(({ id }) => id === ann.id)
    expect(view?.pending.at(-1)).toMatchObject({ preview: 'shot.png', attachments: [{ path }] })
    expect(await janus.window('attachments.show', { path })).toEqual({ type: 'image/png', data })
    await expect(janus.window('attachments.show', { path: '/kept/gone.png' })).rejects.toThrow(
      'not kept any more',
    )
  })

  test('is the user’s alone, and no command takes it along', async () => {
    const attachments = [{ path: '/own/notes.txt' }]
    const asAgent = { kind: 'agent', id: ann.id } as const
    const bob = await janus.window('agents.create', { name: 'Bob' })
    await expectRefused(
      janus.as(asAgent, 'messages.send', { agent: bob.id, message: 'x', attachments }),
      'not_allowed',
    )
    await expectRefused(janus.as(asAgent, 'attachments.take', { path: '/own/notes.txt' }), 'not_allowed')
    const send = { agent: 'Ann', message: '/compact', attachments }
    await expect(janus.window('messages.send', send)).rejects.toThrow('A command takes nothing along')
    const gone = { agent: 'Ann', message: 'x', attachments: [{ path: '/own/gone.txt' }] }
    await expect(janus.window('messages.send', gone)).rejects.toThrow('/own/gone.txt is not there.')
  })

  test('has its limits: so many, and so much of pictures', async () => {
    const many = Array.from({ length: attachmentLimits.count + 1 }, () => ({ path: '/own/notes.txt' }))
    const send = { agent: 'Ann', message: 'x' }
    await expectRefused(janus.window('messages.send', { ...send, attachments: many }), 'bad_request')
    const large = [1, 2, 3, 4, 5].map((n) => {
      const path = `/own/${n}.png`
      janus.attachments.files.set(path, Buffer.concat([pngOf(1, 1, n), Buffer.alloc(3_900_000)]))
      return { path }
    })
    await expect(janus.window('messages.send', { ...send, attachments: large })).rejects.toThrow('16 MiB')
  })

  test('is kept with a draft, and swept with its agent', async () => {
    const kept = await janus.window('attachments.keep', { name: 'shot.png', data })
    await janus.window('drafts.keep', { agent: ann.id, text: '', attachments: [kept] })
    expect(viewOf(janus).drafts).toEqual({ [ann.id]: { text: '', attachments: [kept] } })
    await janus.window('agents.close', { agent: ann.id, forever: true })
    expect(janus.attachments.swept.map((hashes) => [...hashes])).toEqual([[]])
  })
})

test('files are found in the agent’s own folder', async () => {
  janus.folderFiles.folders.set(ann.cwd, ['src/fares.js', 'README.md'])
  expect(await janus.window('files.find', { agent: 'Ann', words: 'far' })).toEqual({
    files: ['src/fares.js'],
    count: 1,
    isPart: false,
  })
})

const paths = [
  'src/fares.js',
  'src/ferry.js',
  'test/fares.test.js',
  'docs/fares.md',
  'README.md',
  'src/a/b/f.js',
]
const best = (words: string): readonly string[] => findFiles(paths, words).files

test('names that begin so come first, then those that have it, then paths, then its letters in order', () => {
  expect(best('fares')).toEqual(['src/fares.js', 'docs/fares.md', 'test/fares.test.js'])
  expect(best('FERRY.JS')).toEqual(['src/ferry.js'])
  expect(best('docs')).toEqual(['docs/fares.md'])
  expect(best('./src/f')).toEqual(['src/fares.js', 'src/ferry.js', 'src/a/b/f.js'])
  expect(best('tefa')).toEqual(['test/fares.test.js'])
  expect(best('zz')).toEqual([])
})

test('without words the nearest come first', () => {
  expect(best('')[0]).toBe('README.md')
  expect(best('').at(-1)).toBe('src/a/b/f.js')
})

test('fifty are offered of how many there are; fifty thousand are looked through in a blink', () => {
  const many = Array.from({ length: 50_000 }, (_, n) => `packages/p${n % 500}/src/module-${n}/index-${n}.ts`)
  const before = performance.now()
  const found = findFiles(many, 'module-49999/index')
  const took = performance.now() - before
  expect(found.files[0]).toBe('packages/p499/src/module-49999/index-49999.ts')
  expect(findFiles(many, 'index').count).toBe(50_000)
  expect(findFiles(many, 'index').files).toHaveLength(50)
  // Some 20 ms on a quiet machine.
  expect(took).toBeLessThan(1_000)
})
