/** P14: the cost of a tab of each kind: process start, first turn, memory. */
import { existsSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RealAcp } from '../main/backends/acp/real-acp.ts'
import { ToolHost } from '../main/adapters/processes/testing/tool-host.ts'
import { RealBackend } from '../main/backends/claude/real-backend.ts'
import { RealCodex } from '../main/backends/codex/real-codex.ts'
import { folderMarker } from '../main/adapters/processes/orphan-guard.ts'
import { livingMembers } from '../main/adapters/processes/system-processes.ts'
import type { AgentKind } from '../main/contract/agents/kinds.ts'
import { agentKinds, kindFacts } from '../main/contract/agents/kinds.ts'
import type { Backend } from '../main/ports/ports.ts'
import type { Recorder } from '../main/testkit/recorder.ts'
import { percentile, table } from './figures.ts'
import { pssOf } from './memory.ts'
import { numbersAsked } from './options.ts'
import { keep } from './results.ts'
import { makeLaunch } from '../main/testkit/factories/launch.ts'

/** One kind's backend on the demo model. */
interface Tried {
  readonly backend: Backend
  readonly heard: Recorder
  readonly work: string
  readonly state: string
  close(): Promise<void>
}

const { rounds } = numbersAsked({ rounds: 5 })
if (!existsSync(join(import.meta.dirname, '..', 'scripts', 'test-agents', 'node_modules')))
  throw new Error(
    'The agents of other makers are not here: npm install --prefix scripts/test-agents brings them.',
  )

const agent = 'agt-bench'
const tools = await ToolHost.start()
const parts = ['ready', 'first turn', 'next turn', 'memory'] as const
const samples: Record<string, number[]> = {}

for (let round = -1; round < rounds; round += 1)
  for (const kind of agentKinds.filter((one) => one !== 'other')) {
    const took = await tryOnce(kind)
    // The first round warms up files and caches.
    if (round >= 0) parts.forEach((part, at) => (samples[`${kind} ${part}`] ??= []).push(took[at] ?? 0))
  }

await tools.close()

const middle = (kind: AgentKind, part: string): number =>
  Math.round(percentile(samples[`${kind} ${part}`] ?? [], 0.5))
const measured = agentKinds.filter((kind) => `${kind} ready` in samples)
await keep('kinds', {
  title: 'P14: a tab of each kind',
  about:
    'The real programs of `scripts/test-agents/package-lock.json` on the built-in model, each in a home of its own, one after the other: milliseconds from Janus’s order until the process is ready, for the first turn and for the next (one word each), and MB of all its processes then, what they share divided among them (PSS; Janus’s tools served over HTTP, as in Janus). The middle of the rounds.',
  table: table(
    ['kind', 'rounds', 'ready, ms', 'first turn, ms', 'next turn, ms', 'memory, MB'],
    measured.map((kind) => [
      kindFacts[kind].name,
      samples[`${kind} ready`]?.length ?? 0,
      ...parts.map((part) => middle(kind, part)),
    ]),
  ),
  figures: measured.map((kind) => ({
    kind,
    ...Object.fromEntries(parts.map((part) => [part, middle(kind, part)])),
  })),
  samples,
})

/** Starts an agent and prompts it twice: ms until ready, ms of both turns, MB of memory. */
async function tryOnce(kind: AgentKind): Promise<number[]> {
  const tried = await open(kind)
  try {
    const began = performance.now()
    const conversation = '0b0e8c0e-3f1e-4f0e-9d2c-000000000001'
    const launch = makeLaunch({ kind, cwd: tried.work, conversation })
    tried.backend.perform({ do: 'agent.start', agent, run: 1, launch })
    await tried.heard.next(agent, 'process.ready')
    const ready = performance.now()
    await turn(tried, '0b0e8c0e-3f1e-4f0e-9d2c-00000000000a')
    const first = performance.now()
    await turn(tried, '0b0e8c0e-3f1e-4f0e-9d2c-00000000000b')
    const next = performance.now()
    return [ready - began, first - ready, next - first, await memoryOf(tried.state)]
  } finally {
    await tried.close()
  }
}

async function turn({ backend, heard }: Tried, frame: string): Promise<void> {
  const text = 'say: One.'
  backend.perform({ do: 'agent.write', agent, run: 1, frame, text, isFromUser: true, how: 'begin' })
  const { outcome } = await heard.next(agent, 'turn.ended')
  if (outcome.kind !== 'completed') throw new Error(`The turn ended as ${JSON.stringify(outcome)}.`)
}

function open(kind: AgentKind): Promise<Tried> {
  if (kind === 'claude') return RealBackend.start()
  if (kind === 'codex')
    return RealCodex.start({ endpoints: tools.identity(join(tmpdir(), 'janus-bench')).tools })
  if (kind === 'other') throw new Error('Of no known program.')
  return RealAcp.start(kind, { http: true })
}

async function memoryOf(state: string): Promise<number> {
  const pids = livingMembers(null, folderMarker(realpathSync(state)))
  const sizes = await Promise.all(pids.map((pid) => pssOf(pid)))
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
}
