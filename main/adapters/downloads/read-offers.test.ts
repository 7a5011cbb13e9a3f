import { expect, test } from 'vitest'
import { readOffers } from './read-offers.ts'

const read = (distribution: object, more: object = {}) =>
  readOffers({ agents: [{ id: 'goose', name: 'Goose', distribution, ...more }] })

test.each([
  [{ npx: { package: '@block/goose@1.2.0', args: ['acp'] } }, 'npx -y @block/goose@1.2.0 acp'],
  [
    { uvx: { package: 'goose[acp]==1.2.0', args: ['--with', 'a b'] } },
    'uvx "goose[acp]==1.2.0" --with "a b"',
  ],
  [{ binary: { 'windows-x86_64': { cmd: './bin/goose.exe', args: ['acp'] } } }, 'goose acp'],
  [{ npx: { package: 'goose' }, binary: { any: { cmd: './goose' } } }, 'npx -y goose'],
])('%o is started by a command line', (distribution, program) => {
  expect(read(distribution)).toMatchObject([{ program, kind: 'other' }])
})

test.each([
  { npx: { package: '--call=rm', args: [] } },
  { npx: { package: 'goose; rm -rf ~' } },
  { npx: { package: 'goose', args: ['say "hi"'] } },
  { npx: { package: 'goose', args: ['a\nb'] } },
  { binary: { any: { cmd: '../../' } } },
  { other: {} },
])('%o is left out', (distribution) => {
  expect(read(distribution)).toEqual([])
})

test('each field of an agent is one line of plain text', () => {
  const more = {
    id: 'gemini',
    name: 'G\u001b[31m\ne',
    description: 'x'.repeat(999),
    repository: 'javascript:x',
  }
  const [offer] = read({ npx: { package: 'g' } }, more) ?? []
  expect(offer).toMatchObject({ name: 'G e', page: '', kind: 'gemini' })
  expect(offer?.about.length).toBe(300)
})

test('anything but a registry is null', () => {
  for (const nothing of [null, [], 'x', { agents: {} }]) expect(readOffers(nothing)).toBeNull()
  expect(readOffers({ agents: [null, 7, { id: '__proto__', name: 'x' }] })).toEqual([])
})
