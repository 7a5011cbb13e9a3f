import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import type { AgentId } from '../main/contract/api/model.ts'
import { packageCli } from '../main/backends/claude/installation.ts'
import type { Janus } from '../main/apps/shared/compose.ts'
import { writeCli } from './cli-script.ts'
import { startJanus, window } from './janus.ts'
import { Marks, type Heard } from './marks.ts'

/** Milliseconds of rest before an agent speaks. */
const REST = 100
const MEMBERS = 20
/** Janus lets 20 messages a minute pass from one agent to another; a speaker waits before it reaches that. */
const PER_MINUTE = 19
const spoken = new Map<AgentId, readonly number[]>()

/** Linked agents, the first of whom speaks. */
export interface Circle {
  /** Lets one speak; resolves when all others have received it and all are idle again. */
  say(mark: string): Promise<Heard>
  close(): Promise<void>
}

/** The app, and the marks that its agents' processes report. */
export interface Tabs {
  readonly janus: Janus
  readonly marks: Marks
  readonly home: string
  readonly agents: readonly AgentId[]
  close(): Promise<void>
}

/** Starts the whole app with `count` awake agents; `cli`: what runs behind its adapter. The model is at `url`. */
export async function openTabs(count: number, cli: 'real' | 'stand-in', url: string): Promise<Tabs> {
  const home = await mkdtemp(join(tmpdir(), 'bench-links-'))
  const marks = await Marks.open(home)
  const tapped = (script: string) => [process.execPath, join(import.meta.dirname, script), marks.path]
  const program =
    cli === 'real' ? [...tapped('tapped-cli.ts'), packageCli() ?? 'claude'] : tapped('stand-in-cli.ts')
  const janus = await startJanus(url, home, { JANUS_CLAUDE: await writeCli(home, program) })
  await janus.ask(window, 'settings.change', { awake: 100, sleepAfter: 86_400, quiet: true })
  const agents: AgentId[] = []
  for (let n = 1; n <= count; n += 1) {
    const { id } = await janus.ask(window, 'agents.create', { name: `agent ${n}`, cwd: home })
    const idle = allIdle(janus)
    await janus.ask(window, 'messages.send', { agent: id, message: 'say: awake' })
    await idle
    agents.push(id)
  }
  return {
    janus,
    marks,
    home,
    agents,
    async close() {
      await janus.close()
      await marks.close()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export async function link(tabs: Tabs, peers: number): Promise<Circle> {
  const { janus, marks } = tabs
  const groups = groupsOf(tabs.agents, peers + 1)
  const ids: string[] = []
  for (const [speaker, ...others] of groups) {
    if (speaker === undefined) continue
    for (const some of groupsOf(others, MEMBERS - 1, 'rest')) {
      const members = [speaker, ...some]
      ids.push((await janus.ask(window, 'links.open', { members, mode: 'converse' })).id)
    }
  }
  let count = 0
  return {
    async say(mark) {
      const [speaker] = groups[count++ % groups.length] ?? []
      if (speaker === undefined) throw new Error('There are too few agents.')
      await rest(REST + pauseOf(speaker))
      const idle = allIdle(janus)
      // A demo model's answer to it crosses to nobody.
      await janus.ask(window, 'messages.send', { agent: speaker, message: `say: ${mark}` })
      const heard = await marks.of(mark, peers)
      await idle
      return heard
    },
    async close() {
      for (const id of ids) await janus.ask(window, 'links.close', { id: id as `lnk-${string}` })
    },
  }
}

/** Milliseconds that this speaker has to wait. */
function pauseOf(speaker: AgentId): number {
  const now = performance.now()
  const times = spoken.get(speaker) ?? []
  const pause = Math.max(0, (times.at(-PER_MINUTE) ?? -Infinity) + 60_500 - now)
  spoken.set(speaker, [...times, now + pause])
  return pause
}

export function groupsOf<T>(all: readonly T[], size: number, last: 'full' | 'rest' = 'full'): T[][] {
  const groups = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
  return groups.filter((group) => last === 'rest' || group.length === size)
}

/** Resolves when an agent has worked and none is working any more. */
export function allIdle(janus: Janus): Promise<void> {
  return new Promise((resolve) => {
    const working = new Set<AgentId>()
    let any = false
    const stop = janus.feed.subscribe((event) => {
      if (event.kind !== 'agent') return
      const { id, status } = event.agent
      if (status === 'idle') working.delete(id)
      else working.add(id)
      any ||= status === 'working'
      if (!any || working.size > 0) return
      stop()
      resolve()
    })
  })
}
