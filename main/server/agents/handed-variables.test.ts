import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openTrust } from '../../backends/trust/trust.ts'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import { initialSettings, settings } from '../../contract/app/settings.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { handedVariables } from './handed-variables.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

const environment = { API_TOKEN: 'secret', GH_TOKEN: 'gh', DATABASE_URL: 'db', HOME: '/home/mo', EMPTY: '' }

let top: string
let folder: string
beforeEach(() => {
  top = quickTestFolder('handed')
  folder = join(top, 'home', 'project')
  mkdirSync(join(folder, '.claude'), { recursive: true })
  mkdirSync(join(top, 'state'), { mode: 0o700 })
})

const put = (name: string, content: unknown): void =>
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
const book = () => openTrust(join(top, 'state'), () => {}, join(top, 'home'), environment)

/** The variables that an agent in the folder gets with this setting. */
async function handed(variables = '', of: { name?: string; kind?: AgentKind } = {}) {
  const trust = book()
  const { name = 'Scout', kind = 'claude' } = of
  const values = () => ({ ...initialSettings, variables })
  const own = { values, change: values, isSet: () => true }
  const give = handedVariables(environment, { settings: own, trust })
  return give({ cwd: folder, kind, name }, (await trust.look(folder, kind)).trust)
}

async function trustIt(kind: AgentKind = 'claude'): Promise<void> {
  const { hash } = await book().look(folder, kind)
  await book().decide(folder, kind, hash, 'trust')
}

test('the variables that trusted files name are handed on, and only then', async () => {
  const env = {
    TOK: '${API_TOKEN}',
    OTHER: '${MISSING}',
    PRESET: '${LOG_LEVEL:-info}',
    H: '${HOME}',
    E: '${EMPTY}',
  }
  put('.mcp.json', { mcpServers: { s: { command: 'x', env } } })
  put('.claude/settings.json', { env: { URL: 'db:${DATABASE_URL}' }, hooks: {} })
  const { variables, trust } = await book().look(folder, 'claude')
  expect(trust).toBe('ask')
  expect(variables).toEqual([
    { name: 'DATABASE_URL', isSet: true, hasDefault: false },
    { name: 'API_TOKEN', isSet: true, hasDefault: false },
    { name: 'MISSING', isSet: false, hasDefault: false },
    { name: 'LOG_LEVEL', isSet: false, hasDefault: true },
    { name: 'EMPTY', isSet: true, hasDefault: false },
  ])
  expect(JSON.stringify(await book().look(folder, 'claude'))).not.toContain('secret')
  expect(await handed()).toEqual({})
  await trustIt()
  expect(await handed()).toEqual({ API_TOKEN: 'secret', DATABASE_URL: 'db', EMPTY: '' })
  // Only the files that were shown are trusted.
  put('.mcp.json', { mcpServers: { s: { command: 'x', env: { ...env, G: '${GH_TOKEN}' } } } })
  expect(await handed()).toEqual({})
})

test('other makers’ files name them in their own ways', async () => {
  mkdirSync(join(folder, '.codex'))
  put(
    '.codex/config.toml',
    '[mcp_servers.s]\nbearer_token_env_var = "API_TOKEN"\nenv_vars = [\n  "GH_TOKEN",\n]',
  )
  put('opencode.json', { mcp: { s: { headers: { A: '{env:API_TOKEN}', B: '{GH_TOKEN}' } } } })
  const namesOf = async (kind: AgentKind) =>
    (await book().look(folder, kind)).variables.map(({ name }) => name)
  expect(await namesOf('codex')).toEqual(['API_TOKEN', 'GH_TOKEN'])
  expect(await namesOf('opencode')).toEqual(['API_TOKEN'])
  await trustIt('codex')
  expect(await handed('', { kind: 'codex' })).toEqual({ API_TOKEN: 'secret', GH_TOKEN: 'gh' })
})

test('no more are handed on than the card shows', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `\${V${n}}`)
  put('.mcp.json', { mcpServers: { s: { command: 'x', args: [...names, '${API_TOKEN}'] } } })
  expect((await book().look(folder, 'claude')).variables).toHaveLength(20)
  await trustIt()
  expect(await handed()).toEqual({})
})

test('the setting names more, for all or for one agent; it takes no values', async () => {
  expect(await handed('GH_TOKEN, NONE, builder: DATABASE_URL')).toEqual({ GH_TOKEN: 'gh' })
  expect(await handed('GH_TOKEN, builder: DATABASE_URL', { name: 'Builder' })).toEqual({
    GH_TOKEN: 'gh',
    DATABASE_URL: 'db',
  })
  const { shape } = settings.variables
  for (const good of ['', 'A', 'A, B_2 ,', 'My agent: A']) expect(shape.safeParse(good).success).toBe(true)
  for (const bad of ['A=secret', 'A B', '$A', '2A', ': A']) expect(shape.safeParse(bad).success).toBe(false)
})

test('a variable that the setting names and that is not set is said with the setting', async () => {
  const janus = new ComposedJanus()
  const noteOf = async (variables: string) =>
    (await janus.window('settings.change', { variables })).find(({ name }) => name === 'variables')?.note
  expect(await noteOf('GH_TOKEN, Builder: DATABASE_URL')).toContain('GH_TOKEN, DATABASE_URL')
  expect(await noteOf('')).toBeUndefined()
})
