import type { ProcessMetrics } from '../../../main/ports/processes.ts'
import { crew } from '../domain/crew.ts'
import type { World } from '../domain/world.ts'
import { refuses, type StoryPlay, type Stories } from '../play.ts'
import { ago } from '../still.ts'

const usedBy = (n: number, more: Partial<ProcessMetrics> = {}): ProcessMetrics => ({
  processes: 1 + (n % 3),
  memory: (212 + n * 37) * 1024 * 1024,
  memoryAs: 'pss',
  cpu: (21 + n * 96) * 1000,
  cpuNow: n % 4 === 0 ? 84 : 0,
  since: ago(6 + n * 23),
  isSuspended: false,
  ...more,
})

/** The system reports the use of each process. */
function measured(world: World, more: Readonly<Record<string, Partial<ProcessMetrics>>> = {}): void {
  world.janus.processMonitor.own = usedBy(4, { since: ago(190), processes: 4, cpuNow: 1 })
  for (const [n, name] of world.names().entries()) {
    const pid = world.agent(name).agent.process?.pid
    if (pid !== undefined) world.janus.processMonitor.uses.set(pid, usedBy(n, more[name]))
  }
}

/** With the list of processes open. */
const open = (
  story: (world: World) => Promise<unknown>,
  sign = 'tfoot',
  more: Partial<StoryPlay> = {},
): StoryPlay => ({
  story,
  act: async (hand) => {
    await hand.click('button', /^\d+ awake/)
    await hand.see(sign)
  },
  ...more,
})

export const processPlays: Stories = {
  processes: open(async (world) => {
    await crew(world)
    for (const [name, kind] of [
      ['Gem', 'codex'],
      ['Goose', 'other'],
    ] as const) {
      await world.make(name, { kind, ...(kind === 'other' ? { program: 'goose acp' } : {}) })
      await world.turn(name, ['user', 'Begin.'], ['text', 'Begun.'])
    }
    await world.ask('agents.stop', { agent: 'Schema' })
    measured(world, {
      Scout: { memory: 1_480_000_000, cpuNow: 212, cpu: 9_260_000, processes: 7 },
      Critic: { isSuspended: true },
    })
  }),
  'processes-many': open(
    async (world) => {
      for (let n = 0; n < 24; n += 1) {
        const name = `Reader ${n + 1}`
        world.at(5)
        await world.make(name)
        await world.user(name, 'Read.')
        if (n % 4 > 0) world.end(name)
      }
      measured(world)
    },
    'tfoot',
    { app: { settings: { awake: 30 } } },
  ),
  'processes-untold': open(crew),
  'processes-failed': open(crew, '[role=dialog] [role=status]', {
    answers: {
      'processes.list': refuses('unavailable', 'Janus is about to quit.'),
    },
  }),
  'processes-long-name': open(async (world) => {
    await crew(world)
    const name = 'Reviewer of the release notes and more'
    await world.ask('agents.change', { agent: 'Critic', name })
    measured(world)
  }),
}
