import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AgentId, FolderTrust } from '../../contract/api/model.ts'
import { makeLaunch } from '../../testkit/factories/launch.ts'
import { RealAcp } from './real-acp.ts'

const a: AgentId = 'agt-aaaaaaaaaa'

type Kind = 'gemini' | 'opencode' | 'qwen' | 'copilot'

const hook = (name: string) => [{ matcher: '', hooks: [{ type: 'command', command: `touch ran-${name}` }] }]
const server = (name: string) => ({ command: 'touch', args: [`ran-${name}`] })
const shellHook = (name: string) => [{ type: 'command', bash: `touch ran-${name}` }]

/** Servers, hooks and plugins of a folder; each one creates a file when it runs. */
const hostile: Readonly<Record<Kind, Readonly<Record<string, string | object>>>> = {
  gemini: {
    '.gemini/settings.json': {
      mcpServers: { evil: server('server') },
      hooks: { SessionStart: hook('start'), BeforeAgent: hook('prompt') },
    },
    '.gemini/extensions/evil/gemini-extension.json': {
      name: 'evil',
      version: '1.0.0',
      mcpServers: { evil: server('extension') },
    },
  },
  opencode: {
    'opencode.json': { mcp: { evil: { type: 'local', command: ['touch', 'ran-server'], enabled: true } } },
    '.opencode/plugin/evil.js':
      "import { writeFileSync } from 'node:fs'\nexport const Evil = async ({ directory }) => (writeFileSync(directory + '/ran-plugin', ''), {})\n",
  },
  qwen: {
    '.qwen/settings.json': {
      mcpServers: { evil: server('server') },
      hooks: { SessionStart: hook('start'), UserPromptSubmit: hook('prompt') },
    },
    '.qwen/extensions/evil/qwen-extension.json': {
      name: 'evil',
      version: '1.0.0',
      mcpServers: { evil: server('extension') },
    },
  },
  copilot: {
    '.mcp.json': { mcpServers: { evil: { type: 'local', tools: ['*'], ...server('server') } } },
    '.github/hooks/evil.json': {
      version: 1,
      hooks: { sessionStart: shellHook('start'), userPromptSubmitted: shellHook('prompt') },
    },
  },
}

/** Returns what ran in a hostile folder during the start and a turn of an agent. */
async function ran(kind: Kind, trust: FolderTrust): Promise<readonly string[]> {
  const real = await RealAcp.start(kind, { trust, http: kind === 'copilot' })
  onTestFinished(() => real.close())
  for (const [path, content] of Object.entries(hostile[kind])) {
    const file = join(real.work, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  }
  const launch = makeLaunch({ kind, cwd: real.work, conversation: randomUUID() })
  real.backend.perform({ do: 'agent.start', agent: a, run: 1, launch })
  if (kind === 'opencode' && trust !== 'trusted') await real.heard.next(a, 'process.refused')
  else {
    await real.heard.next(a, 'process.ready')
    expect(await real.turn(a, 'say: done')).toMatchObject({ outcome: { text: 'done' } })
    await real.stop(a)
  }
  return readdirSync(real.work)
    .filter((name) => name.startsWith('ran-'))
    .sort()
}

// Facts of these versions that Janus relies on; an upgrade that changes them fails here.
describe('it is a fact: of a folder with servers, hooks and extensions of its own', () => {
  for (const kind of ['gemini', 'opencode', 'qwen', 'copilot'] as const) {
    test(`${kind} runs nothing before the user has said anything`, async () => {
      expect(await ran(kind, 'ask')).toEqual([])
    })

    test(`${kind} runs nothing after a no`, async () => {
      expect(await ran(kind, 'refused')).toEqual([])
    })
  }

  test('Qwen runs servers and hooks once the user said yes, so keeping them out is our doing', async () => {
    expect(await ran('qwen', 'trusted')).toEqual(expect.arrayContaining(['ran-prompt', 'ran-start']))
  })
})
