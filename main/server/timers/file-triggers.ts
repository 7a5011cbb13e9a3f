import type { AgentId } from '../../contract/api/model.ts'
import type { HeartbeatId } from '../../contract/timers/heartbeats.ts'
import type { State } from '../../core/step/state.ts'
import type { TriggerEvent } from '../../contract/timers/triggers.ts'
import type { Engine } from '../../engine/engine.ts'
import type { FileEvent, FileWatch, WatchedFiles } from '../../ports/file-watch.ts'

/** Watches the files that triggers of open tabs wait for, and reports their changes. */
export class FileTriggers {
  readonly #files: FileWatch
  #asked = '[]'
  #agents: ReadonlyMap<HeartbeatId, AgentId> = new Map()

  constructor(files: FileWatch, engine: Engine) {
    this.#files = files
    const stateOf = (key: string) =>
      engine.state.agents.get(this.#agents.get(key as HeartbeatId) ?? 'agt-none')
    const report = (key: string, event: FileEvent) => {
      const heartbeat = key as HeartbeatId
      const agent = this.#agents.get(heartbeat)
      const found = stateOf(key)?.heartbeats.find(({ id }) => id === heartbeat)
      if (!agent || found?.state !== 'waiting') return
      void engine.command({ type: 'trigger.happened', agent, heartbeat, event: triggerEvent(event) })
    }
    // Changes during its turn are its own.
    files.connect(report, (key) => !stateOf(key)?.turn)
  }

  published(before: State, after: State): void {
    if (before.agents === after.agents) return
    const wanted = new Map<HeartbeatId, WatchedFiles>()
    const agents = new Map<HeartbeatId, AgentId>()
    for (const { agent, heartbeats } of after.agents.values())
      for (const { id, trigger } of agent.closedAt === null ? heartbeats : []) {
        if (trigger?.on.kind !== 'files') continue
        wanted.set(id, { folder: agent.cwd, glob: trigger.on.glob })
        agents.set(id, agent.id)
      }
    this.#agents = agents
    const asked = JSON.stringify([...wanted])
    if (asked === this.#asked) return
    this.#asked = asked
    void this.#files.watch(wanted)
  }
}

function triggerEvent(event: FileEvent): TriggerEvent {
  if (event.kind !== 'files') return event
  const [path = '', ...others] = event.paths
  return { kind: 'files', path, ...(others.length === 0 ? {} : { more: others.length }) }
}
