import { emptyDay } from '../../../contract/budget/budget.ts'
import type { FeedEvent } from '../../../contract/api/feed.ts'
import { usualKind } from '../../../contract/agents/kinds.ts'
import type { GatheringView } from '../../../contract/gatherings/gathering-views.ts'
import type { AgentView } from '../../../contract/api/views.ts'
import type { Ask } from '../../../contract/api/requests.ts'
import { initialSettings } from '../../../contract/app/settings.ts'
import type { Janus } from '../../shared/compose.ts'

export class JanusStandIn implements Janus {
  readonly name: string
  readonly asked: unknown[] = []
  readonly listeners = new Set<(event: FeedEvent) => void>()
  isClosed = false
  looks = 0
  reply: (kind: string, input: unknown) => unknown = () => ({ of: this.name })
  readonly server: Janus['server'] = { port: 1, url: 'http://127.0.0.1:1', close: async () => undefined }
  readonly folder = '/state'

  constructor(name: string) {
    this.name = name
  }

  readonly ask: Ask = async (caller, kind, input) => {
    this.asked.push({ caller, kind, input })
    return (await this.reply(kind, input)) as never
  }

  readonly feed = {
    subscribe: (listener: (event: FeedEvent) => void): (() => void) => {
      this.listeners.add(listener)
      listener(snapshot(this.name))
      return () => this.listeners.delete(listener)
    },
  }

  tell(event: FeedEvent): void {
    for (const listener of this.listeners) listener(event)
  }

  look(): void {
    this.looks += 1
  }

  busy(): readonly string[] {
    return []
  }

  async close(): Promise<void> {
    this.isClosed = true
  }

  abort(): Promise<void> {
    return this.close()
  }
}

export function snapshot(user: string, agents: readonly AgentView[] = []): FeedEvent {
  const cli = { name: 'Agent', path: null, version: null, oldest: '2', login: 'in' as const, account: null }
  return {
    kind: 'snapshot',
    view: {
      agents,
      day: emptyDay,
      status: {
        version: '0',
        rehearsal: false,
        fleet: null,
        shell: 'desktop',
        canRehearse: true,
        update: null,
        notices: [],
        disk: [],
        offeredBackup: null,
        stateFolder: '/state',
        apiUrl: '',
        memoryFiles: [],
        user,
        defaultFolder: '/',
        settings: initialSettings,
        kinds: [{ ...cli, kind: usualKind, models: [], plan: [], problem: null, checkedAt: null }],
      },
      drafts: {},
      links: [],
      gatherings: [],
      commands: {},
    },
  }
}

export function agentView(id: AgentView['id'], needs: AgentView['needs'], closed = false): AgentView {
  return { id, needs, closed } as AgentView
}

export function gatheringView(id: GatheringView['id'], needs: GatheringView['needs']): GatheringView {
  return { id, needs, shelved: false } as GatheringView
}
