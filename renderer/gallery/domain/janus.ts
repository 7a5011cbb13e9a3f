import type { DownloadState } from '../../../main/contract/agents/program-downloads.ts'
import { memoryBuild } from '../../../main/testkit/memory/build.ts'
import { MemoryAgentRegistry } from '../../../main/testkit/memory/agent-registry.ts'
import { MemoryDownloads } from '../../../main/testkit/memory/downloads.ts'
import { agentKinds, kindFacts, usualKind, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { UpdateState } from '../../../main/contract/app/updates.ts'
import { memoryUpdates } from '../../../main/testkit/memory/updates.ts'
import type { DiskWarning } from '../../../main/contract/app/disk.ts'
import type { OfferedBackup } from '../../../main/contract/app/backups.ts'
import type { Settings } from '../../../main/contract/app/settings.ts'
import type { BackendCheck } from '../../../main/contract/api/views.ts'
import type { Installation } from '../../../main/ports/ports.ts'
import { createDomain, type Domain } from '../../../main/server/api/domain.ts'
import { DiskWatch } from '../../../main/server/app/disk-watch.ts'
import { MemoryAnswerFiles } from '../../../main/testkit/memory/answers.ts'
import { MemoryDenials } from '../../../main/testkit/memory/store/denials.ts'
import { MemoryBackups } from '../../../main/testkit/memory/store/backups.ts'
import { MemoryRhythms, MemorySettings, MemoryTrust } from '../../../main/testkit/memory/store/books.ts'
import { MemoryDiskMonitor, MemoryProcessMonitor } from '../../../main/testkit/memory/monitors.ts'
import { memoryFleetActs } from '../../../main/testkit/memory/fleet-acts.ts'
import { MemoryHarvestFiles } from '../../../main/testkit/memory/store/harvests.ts'
import { MemoryStore } from '../../../main/testkit/memory/store/store.ts'
import { memoryWorkspace } from '../../../main/testkit/memory/workspace.ts'
import { Random } from '../../../main/testkit/random.ts'
import { VirtualClock } from '../../../main/testkit/virtual-clock.ts'
import { moment } from '../still.ts'
import { GalleryAttachments } from './attachments.ts'
import { Programs } from './programs.ts'

/** The surroundings of the domain, where they differ from the defaults. */
export interface Surroundings {
  readonly settings?: Partial<Settings>
  readonly rehearsal?: boolean
  readonly shell?: 'web' | 'desktop'
  /** The result of checking each kind's program; kinds without one are unchecked, except the default kind. */
  readonly kinds?: Partial<Record<AgentKind, Partial<BackendCheck>>>
  /** No kind was checked yet. */
  readonly isUnchecked?: boolean
  readonly notices?: readonly string[]
  readonly offeredBackup?: OfferedBackup
  readonly disk?: readonly DiskWarning[]
  readonly update?: UpdateState
  /** Download of the default kind's program; absent if nothing can be downloaded. */
  readonly download?: DownloadState
}

const fine: Omit<BackendCheck, 'name'> = {
  path: '/opt/janus/claude',
  version: '2.1.118',
  oldest: '2.1.0',
  login: 'in',
  account: 'mo@ferry.example',
  problem: null,
  checkedAt: moment - 20 * 60_000,
}
const models = [
  { value: '', name: 'Default model', about: 'What the CLI is set to' },
  { value: 'opus', name: 'Opus', about: 'Most capable, for complex work' },
  { value: 'sonnet', name: 'Sonnet', about: 'Fast and capable, for everyday work' },
  { value: 'haiku', name: 'Haiku', about: 'Fastest, for quick answers' },
]

/** Null: the check never ends. */
function installation(kind: AgentKind, found: Partial<BackendCheck> | null = {}): Installation {
  const { name, program } = kindFacts[kind]
  const isUsual = kind === usualKind
  return {
    name,
    memoryFiles: [isUsual ? 'CLAUDE.md' : 'AGENTS.md'],
    models: isUsual ? models : [{ value: '', name: 'Default model', about: `What ${program} is set to` }],
    check: () =>
      found === null ? new Promise(() => undefined) : Promise.resolve({ ...fine, name, ...found }),
    signIn: () =>
      Promise.resolve({
        address: 'https://claude.example/sign-in',
        takesCode: true,
        code: () => undefined,
        ended: new Promise(() => undefined),
        cancel: () => undefined,
      }),
    close: () => Promise.resolve(),
  }
}

/** The whole domain in a page: the real rules, requests and feed, over ports in memory. */
export class Janus {
  readonly clock: VirtualClock
  readonly programs = new Programs()
  readonly settings: MemorySettings
  readonly trust = new MemoryTrust()
  readonly store: MemoryStore
  readonly harvests = new MemoryHarvestFiles('/home/mo/.janus', ['CLAUDE.md', 'AGENTS.md'])
  readonly answerFiles = new MemoryAnswerFiles()
  readonly processMonitor = new MemoryProcessMonitor()
  readonly workspace = { ...memoryWorkspace(), worktrees: '/home/mo/.janus-worktrees' }
  readonly files: readonly string[] = [
    'src/fares.js',
    'src/ferry.js',
    'test/fares.test.js',
    'docs/fares.md',
    'package.json',
  ]
  readonly domain: Domain

  /** Does not start the engine. */
  constructor(around: Surroundings, began: number, store = new MemoryStore()) {
    this.store = store
    this.clock = new VirtualClock(began)
    this.settings = new MemorySettings({ notifyOffered: true, ...around.settings })
    const { clock } = this
    const disk = new DiskWatch({ monitor: new MemoryDiskMonitor(), clock, log: () => undefined })
    const random = new Random(1)
    this.domain = createDomain({
      clock,
      store: this.store,
      backend: this.programs,
      settings: this.settings,
      trust: this.trust,
      installations: Object.fromEntries(
        agentKinds.map((kind) => [
          kind,
          installation(kind, around.isUnchecked ? null : around.kinds?.[kind]),
        ]),
      ),
      agentRegistry: new MemoryAgentRegistry(),
      ...(around.download ? { downloads: new MemoryDownloads(around.download) } : {}),
      build: memoryBuild,
      findProgram: (name) => `/usr/bin/${name}`,
      harvests: this.harvests,
      answerFiles: this.answerFiles,
      rhythms: new MemoryRhythms(),
      processMonitor: this.processMonitor,
      denials: new MemoryDenials(clock),
      disk: Object.assign(disk, around.disk ? { warnings: () => around.disk } : {}),
      attachments: new GalleryAttachments(),
      folderFiles: { list: () => Promise.resolve({ files: this.files, isWhole: true }) },
      backups: new MemoryBackups(clock),
      fleetActs: memoryFleetActs,
      workspace: this.workspace,
      identities: { revoke: () => undefined },
      host: {
        kind: around.shell ?? 'desktop',
        rehearse: () => Promise.resolve(null),
        restart: () => Promise.resolve(),
        ...(around.update ? { updates: memoryUpdates(around.update) } : {}),
      },
      incidents: {
        all: () => around.notices ?? [],
        offered: () => around.offeredBackup ?? null,
        tell: () => undefined,
        putAway: () => undefined,
      },
      rehearsal: around.rehearsal ?? false,
      folder: '/home/mo/.janus',
      usualFolder: '/home/mo/code/ferry',
      randomSeed: () => random.hex(),
      log: () => undefined,
      crashed: (error) => console.error(error),
    })
    this.domain.appStatus.listensAt('http://127.0.0.1:9400')
  }
}
