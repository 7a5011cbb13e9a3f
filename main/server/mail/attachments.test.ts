import { beforeEach, describe, expect, test } from 'vitest'
import { attachmentLimits } from '../../contract/mail/attachments.ts'
import type { WindowView } from '../../contract/api/answers.ts'
import type { AgentSummary } from '../../contract/agents/agent-summary.ts'
import { pngOf } from '../../testkit/factories/attachments.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

let janus: ComposedJanus
let ann: AgentSummary

beforeEach(async () => {
  janus = new ComposedJanus((_, prompt) => [{ do: 'say', text: `Read: ${prompt}` }])
  ann = await janus.window('agents.create', { name: 'Ann' })
  janus.attachments.files.set('/own/notes.txt', Buffer.from('words'))
  janus.attachments.files.set('/own/quay.png', pngOf(2, 2))
})

/** What a window is told that connects now. */
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
    expect(row).toMatchObject({ kind: 'human', text: 'Look.', attachments: told.attachments })
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

  test('is the person’s alone, and no command takes it along', async () => {
    const attachments = [{ path: '/own/notes.txt' }]
    const asAgent = { kind: 'agent', id: ann.id } as const
    const bob = await janus.window('agents.create', { name: 'Bob' })
    await expect(
      janus.as(asAgent, 'messages.send', { agent: bob.id, message: 'x', attachments }),
    ).rejects.toMatchObject({ refusal: { code: 'not_allowed' } })
    await expect(janus.as(asAgent, 'attachments.take', { path: '/own/notes.txt' })).rejects.toMatchObject({
      refusal: { code: 'not_allowed' },
    })
    const send = { agent: 'Ann', message: '/compact', attachments }
    await expect(janus.window('messages.send', send)).rejects.toThrow('A command takes nothing along')
    const gone = { agent: 'Ann', message: 'x', attachments: [{ path: '/own/gone.txt' }] }
    await expect(janus.window('messages.send', gone)).rejects.toThrow('/own/gone.txt is not there.')
  })

  test('has its limits: so many, and so much of pictures', async () => {
    const many = Array.from({ length: attachmentLimits.count + 1 }, () => ({ path: '/own/notes.txt' }))
    const send = { agent: 'Ann', message: 'x' }
    await expect(janus.window('messages.send', { ...send, attachments: many })).rejects.toMatchObject({
      refusal: { code: 'bad_request' },
    })
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
