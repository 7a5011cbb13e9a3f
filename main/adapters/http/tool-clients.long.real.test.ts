import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { toolPaths } from '../../contract/api/agents-api.ts'
import { newToken, serve, type Served } from '../../testkit/served/served.ts'

const programs = join(import.meta.dirname, '../../../scripts/test-agents/node_modules')
const missing = 'The programs of other makers are missing: npm ci --prefix scripts/test-agents'

/** How to start an ACP program; `home` is a folder of its own. */
interface Program {
  /** Default: Node. */
  readonly command?: string
  readonly args: readonly string[]
  readonly environment: (home: string) => Record<string, string>
  readonly files?: Readonly<Record<string, string>>
}

const nowhere = 'http://127.0.0.1:9/v1'
const codexSettings = `model = "gpt-5.4"
model_provider = "loop"
[model_providers.loop]
name = "loop"
base_url = "${nowhere}"
wire_api = "responses"
env_key = "LOOP_KEY"
`
const keyed = '{"security":{"auth":{"selectedType":"gemini-api-key"}}}'
const table: Readonly<Record<string, Program>> = {
  Codex: {
    args: [join(programs, '@agentclientprotocol/codex-acp/dist/index.js')],
    environment: (home) => ({ CODEX_HOME: home, LOOP_KEY: 'x', MODEL_PROVIDER: 'loop', NO_BROWSER: '1' }),
    files: { 'config.toml': codexSettings },
  },
  Gemini: {
    args: [join(programs, '@google/gemini-cli/bundle/gemini.js'), '--acp'],
    environment: () => ({ GEMINI_API_KEY: 'x', GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    files: { '.gemini/settings.json': keyed },
  },
  Qwen: {
    args: [join(programs, '@qwen-code/qwen-code/cli.js'), '--acp'],
    environment: () => ({ OPENAI_API_KEY: 'x', OPENAI_BASE_URL: nowhere, OPENAI_MODEL: 'x' }),
  },
  OpenCode: {
    command: join(programs, 'opencode-linux-x64/bin/opencode'),
    args: ['acp'],
    environment: () => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        model: 'loop/x',
        provider: {
          loop: { npm: '@ai-sdk/openai-compatible', options: { baseURL: nowhere }, models: { x: {} } },
        },
      }),
    }),
  },
  Copilot: {
    args: [join(programs, '@github/copilot/npm-loader.js'), '--acp'],
    environment: () => ({
      COPILOT_PROVIDER_BASE_URL: nowhere,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_MODEL: 'gpt-5',
      COPILOT_PROVIDER_API_KEY: 'x',
      COPILOT_OFFLINE: 'true',
    }),
  },
}

let served: Served
let between: Server
const seen: { method: string; status: number; agent: string }[] = []
let tell: () => void = () => {}
beforeAll(async () => {
  served = await serve()
  between = passOn(served.server.port)
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
})
afterAll(async () => {
  between.close()
  between.closeAllConnections()
  await served.close()
})

describe('another maker’s program', () => {
  test.each(Object.keys(table))(
    '%s reads the tools over HTTP, without a session',
    { timeout: 90_000 },
    async (name) => {
      expect(existsSync(programs), missing).toBe(true)
      const program = table[name]
      if (program === undefined) throw new Error(name)
      const token = newToken(served.identities, served.ann)
      const listed = new Promise<void>((resolve) => (tell = resolve))
      seen.length = 0
      await open(program, token)
      await listed
      expect(seen.find(({ method }) => method === 'tools/list')?.status).toBe(200)
      expect(seen.filter(({ status }) => status >= 500 || status === 401)).toEqual([])
    },
  )
})

/** Starts a program and opens a session with Janus's tools. */
async function open(
  { command = process.execPath, args, environment, files = {} }: Program,
  token: string,
): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'janus-client-'))
  for (const [path, words] of Object.entries(files)) {
    await mkdir(join(home, path, '..'), { recursive: true })
    await writeFile(join(home, path), words)
  }
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, ...environment(home) }
  const child = spawn(command, [...args], {
    cwd: home,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => close(child, home))
  const say = (id: number, method: string, params: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  const url = `http://127.0.0.1:${String((between.address() as AddressInfo).port)}${toolPaths['janus-agents']}`
  const headers = [{ name: 'Authorization', value: `Bearer ${token}` }]
  createInterface({ input: child.stdout }).on('line', (line) => {
    if ((JSON.parse(line) as { id?: number }).id !== 1) return
    say(2, 'session/new', { cwd: home, mcpServers: [{ type: 'http', name: 'janus-agents', url, headers }] })
  })
  say(1, 'initialize', { protocolVersion: 1, clientCapabilities: {} })
}

async function close(child: ChildProcess, home: string): Promise<void> {
  const ended = once(child, 'exit')
  // Some programs leave helpers behind, so the whole group is killed.
  if (child.exitCode === null && child.pid !== undefined) {
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}

/** A proxy that records requests and their status. */
function passOn(port: number): Server {
  return createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const body = Buffer.concat(chunks)
      const headers = { ...req.headers, host: `127.0.0.1:${String(port)}` }
      const on = request(
        { host: '127.0.0.1', port, path: req.url, method: req.method, headers },
        (answer) => {
          const method =
            body.length === 0
              ? (req.method ?? '')
              : (JSON.parse(body.toString()) as { method: string }).method
          seen.push({ method, status: answer.statusCode ?? 0, agent: req.headers['user-agent'] ?? '' })
          res.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(res)
          if (method === 'tools/list') tell()
        },
      )
      on.end(body)
    })
  })
}
