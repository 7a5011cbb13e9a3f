import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RefusedError } from '../../contract/api/errors.ts'
import { requests, type RequestKind } from '../../contract/api/requests.ts'
import type { AskEvent, FramePart } from './electron-parts.ts'
import { Started } from './testing/started.ts'
import { StandInContents } from './testing/contents-stand-in.ts'

let desktop: Started
beforeEach(async () => {
  desktop = await new Started().start()
})
afterEach(() => desktop.end())

const request = (...args: unknown[]) => desktop.electron.ask('janus:request', args)
const code = (reply: unknown) => (reply as { error?: { code: string } }).error?.code ?? 'answered'

describe('a request', () => {
  test('is asked as the window, and its answer is a value', async () => {
    expect(await request('agents.list', {})).toEqual({ answer: { of: 'own' } })
    expect(desktop.own.asked).toEqual([{ caller: { kind: 'window' }, kind: 'agents.list', input: {} }])
  })

  test('is refused as a value, with all that the refusal says', async () => {
    const refusal = { code: 'unknown_agent', message: 'There is no agent "x".', available: ['Ann'] } as const
    desktop.own.reply = () => Promise.reject(new RefusedError(refusal))
    expect(await request('agents.stop', { agent: 'x' })).toEqual({ error: refusal })
  })

  test('that meets a mistake of ours tells nothing of the inside; the log does', async () => {
    desktop.own.reply = () => Promise.reject(new Error('SELECT secret'))
    const reply = await request('agents.list', {})
    expect(code(reply)).toBe('internal')
    expect(JSON.stringify(reply)).not.toContain('secret')
    expect(desktop.lines.at(-1)).toContain('SELECT secret')
  })

  test('before Janus is there, and after, is refused', async () => {
    const { electron } = desktop
    const event = electron.window.event()
    electron.app.quit()
    expect(code(await electron.ask('janus:request', ['agents.list', {}], event))).toBe('unavailable')
  })

  test.each([
    null,
    undefined,
    1,
    {},
    [],
    '',
    'nothing',
    '__proto__',
    'constructor',
    'toString',
    'agents.list\0',
  ])('of the kind %j there is none', async (kind) => {
    expect(code(await request(kind, {}))).toBe('not_found')
    expect(desktop.own.asked).toEqual([])
  })
})

describe('an event', () => {
  const top: FramePart = { url: 'app://janus/', processId: 4, frameToken: 'top', parent: null }
  const astray = { ...top, url: 'https://evil/' }
  const cases: [string, FramePart | null, FramePart?][] = [
    ['of a frame that has gone', null],
    ['of a frame within the page', { ...top, frameToken: 'in', parent: top }],
    ['of another process', { ...top, processId: 5 }],
    ['of a page that went elsewhere', astray, astray],
  ]
  test.each(cases)('%s is not heard', async (_, senderFrame, mainFrame = top) => {
    const sender = new StandInContents()
    sender.mainFrame = mainFrame
    const event: AskEvent = { sender, senderFrame }
    expect(code(await desktop.electron.ask('janus:request', ['agents.list', {}], event))).toBe(
      'forbidden_origin',
    )
    await desktop.electron.ask('janus:feed', ['open', 'a'], event)
    expect([desktop.own.asked, sender.sent]).toEqual([[], []])
  })
})

describe('what comes with a request', () => {
  const asked = () => (desktop.own.asked.at(-1) as { input: unknown }).input

  test('is copied as plain JSON, text that is whole', async () => {
    await request('messages.send', { agent: 'a', message: 'x\ud800y', metadata: { a: 'b' }, gone: undefined })
    expect(asked()).toEqual({ agent: 'a', message: 'x\ufffdy', metadata: { a: 'b' } })
  })

  const cycle: Record<string, unknown> = {}
  cycle['a'] = cycle
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })
  test.each<[string, unknown, string]>([
    ['a polluted prototype', JSON.parse('{"__proto__":{"isAdmin":true}}'), 'bad_request'],
    ['one further in', { metadata: JSON.parse('{"__proto__":{"a":1}}') as unknown }, 'bad_request'],
    ['a date', { agent: new Date(0) }, 'bad_request'],
    ['a map', new Map([['agent', 'a']]), 'bad_request'],
    ['bytes', { message: new Uint8Array(8) }, 'bad_request'],
    ['no number', { order: NaN }, 'bad_request'],
    ['a big integer', { order: 1n }, 'bad_request'],
    ['a cycle', cycle, 'bad_request'],
    ['too deep a thing', deep(40), 'bad_request'],
    ['too many parts', Array(10_001).fill(1), 'bad_request'],
    ['too much text', { message: 'x'.repeat(6 * 1024 * 1024 + 1) }, 'too_large'],
  ])('%s is refused', async (_, input, expected) => {
    expect(code(await request('messages.send', input))).toBe(expected)
    expect(desktop.own.asked).toEqual([])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('what cannot be cloned does not even come', async () => {
    await expect(request('messages.send', { agent: new URL('https://x') })).rejects.toThrow('cloned')
  })

  test('whatever it is, the answer is a value, and only what fits the table goes on', async () => {
    // Like the real `ask`, which parses the input first.
    desktop.own.reply = (kind, input) => requests[kind as RequestKind].parse(input)
    const kinds = Object.keys(requests)
    const field = fc.constantFrom('agent', 'message', 'name', 'cwd', 'url', 'constructor', '__proto__', 'id')
    const value = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
    })
    const input = fc.oneof(value, fc.dictionary(field, value), fc.dictionary(field, fc.string()))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...kinds), input, async (kind, given) => {
        const reply = await request(kind, given)
        expect(Object.keys(reply as object)).toHaveLength(1)
        expect(['answered', 'bad_request', 'too_large']).toContain(code(reply))
        expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('the feed', () => {
  const feed = (...args: unknown[]) => desktop.electron.ask('janus:feed', args)
  const sent = () => desktop.electron.window.webContents.sent

  test('begins with a snapshot and goes on, under the name that the page gave', async () => {
    await feed('open', 'a')
    desktop.own.tell({ kind: 'gone', agent: 'agt-1' })
    expect(sent().map(([channel, name]) => [channel, name])).toEqual([
      ['janus:feed', 'a'],
      ['janus:feed', 'a'],
    ])
    expect(sent()[1]?.[2]).toEqual({ kind: 'gone', agent: 'agt-1' })
  })

  test('is one for each page: a new one takes the place of the old one', async () => {
    await feed('open', 'a')
    await feed('open', 'b')
    await feed('close', 'a')
    desktop.own.tell({ kind: 'gone', agent: 'agt-1' })
    expect(sent().map(([, name]) => name)).toEqual(['a', 'b', 'b'])
    await feed('close', 'b')
    // The badge's subscription remains.
    expect(desktop.own.listeners.size).toBe(1)
  })

  test('ends with the page', async () => {
    await feed('open', 'a')
    desktop.electron.window.webContents.isGone = true
    desktop.own.tell({ kind: 'gone', agent: 'agt-1' })
    expect([sent().length, desktop.own.listeners.size]).toEqual([1, 1])
  })

  test.each([[['open']], [['open', 1]], [['open', 'x'.repeat(101)]], [['other', 'a']], [[]]])(
    '%j is nothing to it',
    async (args) => {
      await feed(...args)
      expect(sent()).toEqual([])
    },
  )
})
