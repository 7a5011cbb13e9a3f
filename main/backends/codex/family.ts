import type { AgentId, FrameId } from '../../contract/api/model.ts'
import type { Clock, Located } from '../../ports/ports.ts'
import type { SessionList } from '../../ports/conversations.ts'
import { QueriedSessionList } from '../../adapters/processes/queried-session-list.ts'
import type {
  AgentFamily,
  ConversationPlace,
  RunOptions,
  ProcessRun,
  FamilyTools,
  FamilyOptions,
  Program,
} from '../../adapters/processes/agent-family.ts'
import { CodexRun } from './agent-run.ts'
import { codexEnvironment, codexHome } from './environment.ts'
import { servedCodexTools, codexToolServers, type CodexLaunchSettings } from './launch.ts'
import { findRollout, locateInRollout } from './rollout.ts'
import { askOnce, type Codex, Gate } from './ask-once.ts'
import { codexKeeper } from './session-list.ts'
import { pathVariants } from '../../adapters/folder/folder-identity.ts'
import { findProgram } from '../../adapters/processes/find-program.ts'
import { CodexInstallation } from './installation.ts'

export interface CodexOptions extends FamilyTools {
  readonly clock: Clock
  /** Added to every agent's environment (demo: another model, another home). */
  readonly overrides?: Readonly<Record<string, string>>
  /** Returns the program or null; called at each start. */
  readonly path: () => string | null
  /** Delays further starts until the first Codex of its home is ready. */
  readonly gate: Gate
}

export class CodexFamily implements AgentFamily {
  readonly #options: CodexOptions
  readonly #environment: Readonly<Record<string, string>>
  readonly #closedFolders: readonly string[]
  readonly sessionList: SessionList

  constructor(options: CodexOptions) {
    const { environment, overrides, stateFolder } = options
    this.#options = options
    this.#environment = codexEnvironment(environment, overrides)
    this.#closedFolders = pathVariants(stateFolder)
    this.sessionList = new QueriedSessionList(
      options.clock,
      codexKeeper(() => this.#bystander()),
    )
  }

  start(life: RunOptions): ProcessRun {
    const { introduction, path, gate } = this.#options
    let open = (): void => {}
    const before = life.before.then(async () => {
      open = await gate.pass()
    })
    const run = new CodexRun(
      { ...life, before },
      {
        isReady: () => open(),
        path: path(),
        prepare: (mark) => ({
          environment: { ...life.handed, ...this.#environment },
          closedFolders: this.#closedFolders,
          servers: this.#serversFor(life.agent, mark),
          introduction: introduction(life.launch),
        }),
      },
    )
    void run.over.then(() => open())
    return run
  }

  #serversFor(agent: AgentId, mark: string): CodexLaunchSettings['servers'] {
    const { identities, mcpServers, tools: by } = this.#options
    const { file, tools } = identities.issue(agent)
    return by === 'stdio' ? codexToolServers(mcpServers, file, mark) : servedCodexTools(tools)
  }

  locate({ conversation }: ConversationPlace, frames: readonly FrameId[]): Promise<readonly Located[]> {
    return locateInRollout(codexHome(this.#environment), conversation, frames)
  }

  /** Uses a separate Codex: it can read a conversation that another one is writing. */
  async fork({ conversation, cwd }: ConversationPlace): Promise<string> {
    if ((await findRollout(codexHome(this.#environment), conversation)) === null)
      throw new Error('There is nothing to copy yet: nothing has been said in this conversation.')
    const config = { projects: { [cwd]: { trust_level: 'untrusted' } } }
    const { thread } = await askOnce<{ readonly thread: { readonly id: string } }>(
      this.#bystander(),
      'thread/fork',
      { threadId: conversation, cwd, excludeTurns: true, config },
    )
    return thread.id
  }

  #bystander(): Codex {
    const path = this.#options.path()
    if (path === null) throw new Error('The Codex CLI was not found.')
    return { path, environment: this.#environment, gate: this.#options.gate }
  }

  /** Conversations belong to the user, so none is deleted. */
  forget(): void {}
}

export function openCodex(options: FamilyOptions): Program {
  const { clock, environment, downloaded = () => null } = options
  const overrides = options.rehearsal ?? {}
  const chosen = (): string | null => options.chosenPath() || null
  const path = (): string | null => chosen() ?? findProgram('codex', environment) ?? downloaded()
  const gate = new Gate()
  const family = new CodexFamily({ ...options, overrides, path, gate })
  const seen = codexEnvironment(environment, overrides)
  return { family, installation: new CodexInstallation({ clock, chosen, environment: seen, path, gate }) }
}
