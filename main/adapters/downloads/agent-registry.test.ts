import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LoopbackRegistry } from './testing/loopback-registry.ts'
import { testFolder } from '../../testkit/test-folder.ts'
import { FetchedAgentRegistry } from './agent-registry.ts'

const goose = { id: 'goose', name: 'Goose', distribution: { npx: { package: 'goose@2.0.0', args: ['acp'] } } }

async function open() {
  const folder = testFolder('registry')
  const server = await LoopbackRegistry.open()
  onTestFinished(() => server.close())
  const url = `${server.url}/registry.json`
  const registry = (now = Date.parse('2030-01-01')) =>
    new FetchedAgentRegistry({ folder, environment: {}, home: folder, now: () => now, url })
  const publish = (what: unknown) => server.files.set('/registry.json', Buffer.from(JSON.stringify(what)))
  return { folder, server, registry, publish }
}

test('the copy is listed without a request, and a newer list only when the user wants it', async () => {
  const { folder, server, registry, publish } = await open()
  publish({ version: '1.0.0', agents: [goose] })
  const first = registry()
  expect(first.list().offers.length).toBeGreaterThan(5)
  expect(first.list().offers.find(({ id }) => id === 'kimi')).toMatchObject({
    by: 'user',
    program: 'kimi acp',
  })
  expect(server.asked).toEqual([])
  const newer = await first.update()
  expect(newer).toMatchObject({ offers: [{ name: 'Goose', program: 'npx -y goose@2.0.0 acp', by: 'npx' }] })
  expect(registry().list()).toEqual(newer)
  expect(readdirSync(folder)).toEqual(['agent-registry.json'])
})

test('an older list that was fetched once gives way to the copy of a newer Janus', async () => {
  const { registry, publish } = await open()
  publish({ agents: [goose] })
  await registry(1).update()
  expect(registry().list().offers.length).toBeGreaterThan(1)
})

test.each([
  ['that is not there', (server: LoopbackRegistry) => server.files.clear(), /answered with 404/],
  [
    'that is no list',
    ({ files }: LoopbackRegistry) => files.set('/registry.json', Buffer.from('<html>')),
    /no list of agents/,
  ],
  ['that is cut', ({ answers }: LoopbackRegistry) => (answers.cutAfter = 9), /could not be fetched from 127/],
  [
    'that is too long',
    ({ files }: LoopbackRegistry) => files.set('/registry.json', Buffer.alloc(5_000_000)),
    /could not be fetched/,
  ],
])('a list %s says why, and the old one stays', async (_, spoil, words) => {
  const { folder, server, registry, publish } = await open()
  publish({ agents: [goose] })
  spoil(server)
  const here = registry()
  const before = here.list()
  await expect(here.update()).rejects.toThrow(words)
  expect(here.list()).toEqual(before)
  expect(readdirSync(folder)).toEqual([])
})

test('a malformed list in its place is ignored', async () => {
  const { folder, registry } = await open()
  writeFileSync(join(folder, 'agent-registry.json'), '{"agents":7')
  expect(registry().list().offers.length).toBeGreaterThan(5)
})
