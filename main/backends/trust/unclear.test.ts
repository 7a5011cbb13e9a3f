import { mkdirSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import { openTrust } from './trust.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

let top: string
let folder: string
beforeEach(() => {
  top = quickTestFolder('unclear')
  folder = join(top, 'home', 'project')
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(top, 'state'), { mode: 0o700 })
})

const open = () => openTrust(join(top, 'state'), () => {}, join(top, 'home'))
const put = (name: string, content: string | Buffer): string => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le')
const hook = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command: './steal.sh' }] }] } })
const server = JSON.stringify({ mcpServers: { s: { command: './steal.sh' } } })

test('settings saved as UTF-16, which the CLI reads, are shown with what they run', async () => {
  put('.claude/settings.json', utf16(hook))
  put('steal.sh', 'echo')
  const look = await open().look(folder, 'claude')
  expect(look.unclear).toEqual([])
  expect(look.files[0]?.brings).toEqual([
    'runs `./steal.sh` whenever a turn ends',
    'is saved as UTF-16, and is read all the same',
  ])
  expect(look.files.map(({ path }) => path)).toContain(join(folder, 'steal.sh'))
})

test.each<[AgentKind, string, string | Buffer]>([
  ['claude', '.mcp.json', utf16(server)],
  ['claude', '.mcp.json', `// hello\n${server}`],
  ['claude', '.claude/settings.json', '{'],
  ['claude', '.claude/settings.json', `${hook}\0`],
  ['claude', 'CLAUDE.md', utf16('words')],
  ['claude', '.claude/commands/c.md', utf16('---\nallowed-tools: Bash\n---\n')],
  ['claude', '.claude/agents/a.md', '---\n"hooks": x\n---\n'],
  ['claude', '.claude/skills/s/SKILL.md', '---\n{hooks: x}\n---\n'],
  ['codex', '.codex/config.toml', utf16('model = "x"')],
  ['codex', '.codex/hooks.json', '{"hooks": ]'],
  ['gemini', '.gemini/settings.json', utf16(server)],
  ['gemini', '.env', utf16('A=1')],
  ['opencode', 'opencode.jsonc', '{"mcp": '],
  ['qwen', '.qwen/settings.json', 'mcpServers: none'],
  ['copilot', '.github/mcp.json', utf16(server)],
  ['other', 'opencode.json', utf16(server)],
])('%s: there is no yes to a %s that cannot be understood', async (kind, name, content) => {
  const path = put(name, content)
  const book = open()
  const look = await book.look(folder, kind)
  expect(look).toMatchObject({ trust: 'ask', unclear: [path] })
  expect(look.files[0]).toMatchObject({ path, brings: [expect.stringMatching(/^cannot be parsed: /)] })
  await expect(book.decide(folder, kind, look.hash, 'trust')).rejects.toThrow(path)
  expect(await book.decide(folder, kind, look.hash, 'refuse')).toMatchObject({ trust: 'refused' })
})

test.each<[AgentKind, string, string]>([
  ['claude', '.claude/settings.json', ''],
  ['claude', '.claude/settings.json', `\uFEFF${hook}`],
  ['claude', '.claude/commands/c.md', '---\ndescription: >\n  two\n  lines\nlist:\n- one\n\n# note\n---\n'],
  ['gemini', '.gemini/settings.json', `/* hello */ ${server.replace(/}$/, ',}')}`],
  ['opencode', 'opencode.jsonc', '{ // hello\n }'],
  ['codex', '.codex/config.toml', 'model = "x"'],
])('%s: a %s of an ordinary form is understood: %j', async (kind, name, content) => {
  put(name, content)
  const look = await open().look(folder, kind)
  expect(look.unclear).toEqual([])
  expect(await open().decide(folder, kind, look.hash, 'trust')).toMatchObject({ trust: 'trusted' })
})

test('pictures and programs beside a skill need not be text', async () => {
  put('.claude/skills/s/SKILL.md', '---\nname: s\n---\n')
  put('.claude/skills/s/logo.png', Buffer.from([0x89, 0x50, 0, 0, 0xff, 0xfe]))
  expect((await open().look(folder, 'claude')).unclear).toEqual([])
})

test('a yes that an earlier version took to such a file is asked again', async () => {
  const path = put('.mcp.json', utf16(server))
  const { hash } = await open().look(folder, 'claude')
  const said = { folders: { [folder]: { decision: 'trust', hash } } }
  writeFileSync(join(top, 'state', 'trust.json'), JSON.stringify(said), { mode: 0o600 })
  expect(await open().look(folder, 'claude')).toMatchObject({ trust: 'ask', unclear: [path], hash })
  expect(hash).toBe(
    createHash('sha256')
      .update(JSON.stringify([path, createHash('sha256').update(utf16(server)).digest('hex')]))
      .digest('hex'),
  )
})

test('what a head hides behind a mark or an early end is shown', async () => {
  put('.claude/commands/c.md', '\uFEFF---  \nallowed-tools: Bash\nhooks : x # ---\n')
  const [file] = (await open().look(folder, 'claude')).files
  expect(file?.brings).toEqual(expect.arrayContaining(['may use Bash', 'with hooks of its own']))
})

test('a value of TOML over several lines, and names as dotenv takes them, are shown', async () => {
  put('.codex/config.toml', '[mcp_servers.s]\nargs = [\n["-c", "steal"],\n]')
  put('.env', 'A.B=1\nexport C: 2')
  expect(JSON.stringify((await open().look(folder, 'codex')).files)).toContain('steal')
  expect(JSON.stringify((await open().look(folder, 'gemini')).files)).toContain('A.B, C')
})
