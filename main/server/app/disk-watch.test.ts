import { beforeEach, describe, expect, test } from 'vitest'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import type { AppStatus } from '../../contract/api/views.ts'
import { diskWords } from '../../contract/app/disk.ts'
import { requests, type RequestInput, type RequestKind } from '../../contract/api/requests.ts'
import { DiskWatch } from './disk-watch.ts'
import { mustHaveRoom } from '../mail/new-words.ts'
import { expectRefused } from '../testing/expect-refused.ts'

const mebibyte = 1024 * 1024

let janus: ComposedJanus
let told: AppStatus['disk'][]
const words = (): readonly string[] => (told.at(-1) ?? []).map(diskWords)
const room = (megabytes: number, path = '/state'): void =>
  void janus.room.room.set(path, megabytes * mebibyte)
const send = (message: string, key?: string) =>
  janus.window('messages.send', {
    agent: 'scout',
    message,
    ...(key === undefined ? {} : { idempotencyKey: key }),
  })

beforeEach(async () => {
  janus = new ComposedJanus()
  told = []
  room(50_000)
  janus.disk.begin()
  await janus.window('agents.create', { name: 'scout', cwd: '/' })
  janus.feed.subscribe((event) => {
    if (event.kind === 'status') told.push(event.status.disk)
  })
})

describe('little room on the disk', () => {
  test('is told in the window and once in the log, and goes when there is room again', () => {
    room(900)
    janus.clock.advance(15_000)
    expect(words()).toEqual([
      'The disk of /state has 900 MB left. Free some space: below 100 MB Janus starts nothing new.',
    ])
    room(800)
    janus.clock.advance(15_000)
    expect(words()[0]).toContain('800 MB')
    expect(janus.diskLog).toHaveLength(1)
    // Just above the limit the warning stays, so that it does not flicker.
    room(1030)
    janus.clock.advance(15_000)
    expect(words()).toHaveLength(1)
    room(2000)
    janus.clock.advance(15_000)
    expect(words()).toEqual([])
    expect(janus.diskLog[1]).toBe('disk: there is room again.')
  })

  test('does not stop anything above the least', async () => {
    room(101)
    await expect(send('hello')).resolves.toMatchObject({ delivered: true })
  })

  test('is looked at before big words, not only every few seconds', async () => {
    room(101)
    await expectRefused(send('x'.repeat(900_000)), 'storage_full')
  })

  test('on another disk is told where it is nearly full, and refuses nothing', async () => {
    room(900, '/temporary')
    janus.clock.advance(15_000)
    expect(told).toEqual([])
    room(60, '/temporary')
    janus.clock.advance(15_000)
    expect(words()).toEqual([
      'The disk of /temporary has 60 MB left. Agents’ programs keep temporary files there, and may fail without room.',
    ])
    await send('hello')
  })

  test('that is not known is not guessed', async () => {
    janus.room.room.clear()
    janus.clock.advance(15_000)
    expect(told).toEqual([])
    await send('hello')
  })
})

describe('less room than the least', () => {
  const begins: [RequestKind, object][] = [
    ['messages.send', { agent: 'scout', message: 'hello' }],
    ['agents.create', { name: 'other', cwd: '/' }],
    ['agents.duplicate', { agent: 'scout' }],
  ]

  test.each(begins)(
    'refuses %s in words that say what to do, and nothing of it is kept',
    async (kind, input) => {
      room(60)
      const before = janus.store.load()
      const asked = janus.window(kind, input as RequestInput<typeof kind>)
      await expectRefused(asked, 'storage_full')
      expect(janus.store.load()).toEqual(before)
    },
  )

  test('says in the window that it refuses, from the refusal on, until there is room', async () => {
    room(60)
    await expect(send('hello')).rejects.toMatchObject({
      refusal: {
        message:
          'The disk of /state has 60 MB left. Below 100 MB Janus starts nothing new, so that it can still save what runs. Nothing was sent. Free some space, then try again.',
      },
    })
    expect(words()[0]).toContain('Janus starts nothing new; what runs continues')
    room(500)
    await send('hello')
    expect(words()[0]).toContain('below 100 MB')
    expect(janus.diskLog).toEqual([
      expect.stringContaining('starts nothing new; what runs'),
      expect.stringContaining('500 MB'),
      'disk: new words are taken in again.',
    ])
  })

  test('keeps the last of the room for the user: agents are refused before', async () => {
    await janus.window('agents.create', { name: 'puppet', cwd: '/' })
    const puppet = [...janus.engine.state.agents.values()].find(({ agent }) => agent.name === 'puppet')?.agent
    if (!puppet) throw new Error('no puppet')
    room(150)
    const asAgent = janus.as({ kind: 'agent', id: puppet.id }, 'messages.send', {
      agent: 'scout',
      message: 'hello',
    })
    await expectRefused(asAgent, 'storage_full')
    await expect(send('hello')).resolves.toMatchObject({ delivered: true })
  })

  test('lets what runs go on, and saves what it says; drafts are kept', async () => {
    await send('hello')
    room(60)
    janus.clock.advance(10_000)
    const { items } = await janus.log('agent', 'scout')
    expect(JSON.stringify(items)).toContain('Done.')
    await janus.window('drafts.keep', { agent: 'scout', text: 'not sent' })
    expect(Object.values(janus.store.drafts())).toEqual([{ text: 'not sent', attachments: [] }])
    await janus.window('agents.stop', { agent: 'scout' })
  })

  test('tells none the less of what was taken in before', async () => {
    const { messageId } = await send('hello', 'key')
    room(60)
    await expect(send('hello', 'key')).resolves.toMatchObject({ messageId })
    await expectRefused(send('hello', 'other'), 'storage_full')
  })
})

describe('a slow disk', () => {
  const slow = (ms: number): void => {
    janus.store.slowly = () => janus.clock.spend(ms)
  }
  const save = (times: number): Promise<unknown> =>
    Array.from({ length: times }, (_, n) => n).reduce<Promise<unknown>>(
      (before, n) =>
        before.then(() => janus.window('agents.change', { agent: 'scout', role: `role ${String(n)}` })),
      Promise.resolve(),
    )

  test('is told with figures once several savings took long, and not for a single one', async () => {
    slow(1)
    await save(6)
    slow(600)
    await save(2)
    expect(told).toEqual([])
    slow(2300)
    await save(1)
    expect(words()).toEqual([
      'The disk of /state is slow: 3 of the last 10 times, saving took longer than 0.5 s, once 2.3 s. Nothing is lost, but everything is slower.',
    ])
    expect(janus.diskLog).toHaveLength(1)
  })

  test('is over when savings are quick again', async () => {
    slow(600)
    await save(3)
    slow(1)
    await save(4)
    expect(words()).toHaveLength(1)
    await save(1)
    expect(words()).toEqual([])
    expect(janus.diskLog[1]).toBe('disk: saving is quick again.')
    // Earlier slow commits no longer count.
    slow(600)
    await save(2)
    expect(words()).toEqual([])
  })

  test('is over when nothing was slow for a minute', async () => {
    slow(600)
    await save(3)
    slow(0)
    janus.clock.advance(75_000)
    expect(words()).toEqual([])
  })
})

describe('a folder of which only a copy is read', () => {
  test('refuses whatever would change something, and answers what only reads', async () => {
    const reading = { kind: 'reading', path: '/home', copy: '/copy' } as const
    const disk = new DiskWatch({ monitor: janus.room, clock: janus.clock, log: () => undefined, reading })
    expect(disk.warnings()).toEqual([reading])
    const ask = (kind: RequestKind): void =>
      mustHaveRoom({ disk, store: janus.store }, { kind: 'window' }, kind, {})
    const read = (Object.keys(requests) as RequestKind[]).filter((kind) => {
      try {
        ask(kind)
        return true
      } catch (error) {
        expect(error).toMatchObject({ refusal: { code: 'storage_full' } })
        return false
      }
    })
    // Requests that pass must give the engine no command, because it is stopped.
    const { engine } = janus
    let given = 0
    const command = engine.command.bind(engine)
    engine.command = (event) => {
      given++
      return command(event)
    }
    for (const kind of read) await janus.window(kind, {} as never).catch(() => undefined)
    expect(given).toBe(0)
    expect(read).toEqual(
      expect.arrayContaining(['log.page', 'history.search', 'timeline.export', 'gatherings.export']),
    )
    expect(read).not.toContain('messages.send')
  })
})
