import { join } from 'node:path'
import type { AgentId, FrameId } from '../../contract/api/model.ts'
import type { ForkPlace, Located } from '../../ports/ports.ts'
import type {
  AgentFamily,
  ConversationPlace,
  RunOptions,
  ProcessRun,
  FamilyTools,
  FamilyOptions,
  Program,
} from '../../adapters/processes/agent-family.ts'
import { AgentRun } from './agent-run.ts'
import { copyConversation } from './conversation.ts'
import { claudeEnvironment, rehearsalEnvironment } from './environment.ts'
import { CliInstallation, packageCli } from './installation.ts'
import { pipedTools, servedClaudeTools, startedTools, type ClaudeLaunchSettings } from './options.ts'
import { ClaudeSessionList } from './session-list.ts'
import { findTranscript, locateInTranscript } from './transcript.ts'
import { pathVariants } from '../../adapters/folder/folder-identity.ts'

export interface ClaudeOptions extends FamilyTools {
  /** Added to every agent's environment (demo: another model, another home). */
  readonly overrides?: Readonly<Record<string, string>>
  /** Returns the CLI or null; called at each start. Defaults to the SDK package's CLI. */
  readonly cliPath?: () => string | null | Promise<string | null>
}

export class ClaudeFamily implements AgentFamily {
  readonly #options: ClaudeOptions
  readonly #environment: Readonly<Record<string, string>>
  readonly #closedFolders: readonly string[]
  readonly sessionList: ClaudeSessionList

  constructor(options: ClaudeOptions) {
    this.#options = options
    this.#environment = claudeEnvironment(options.environment, options.overrides ?? {})
    this.sessionList = new ClaudeSessionList(this.#configFolder)
    const { stateFolder } = options
    this.#closedFolders = pathVariants(stateFolder)
  }

  start(life: RunOptions): ProcessRun {
    const { cliPath = packageCli, overrides, introduction, beforeEdit } = this.#options
    return new AgentRun(life, {
      configFolder: this.#configFolder,
      program: async () => cliPath(),
      beforeEdit,
      prepare: () => ({
        closedFolders: this.#closedFolders,
        readableFolder: this.#options.attachmentsFolder ?? null,
        mcpServers: this.#toolsOf(life.agent),
        environment: { ...life.handed, ...this.#environment },
        appendSystemPrompt: introduction(life.launch),
        overrides: overrides ?? {},
      }),
    })
  }

  #toolsOf(agent: AgentId): ClaudeLaunchSettings['mcpServers'] {
    const { identities, mcpServers, openTools, tools: by = 'pipe' } = this.#options
    const { file, tools } = identities.issue(agent)
    if (by === 'stdio') return startedTools(mcpServers, file)
    if (by === 'http' || openTools === undefined) return servedClaudeTools(tools)
    return pipedTools((server) => openTools(server, agent))
  }

  locate({ conversation }: ConversationPlace, frames: readonly FrameId[]): Promise<readonly Located[]> {
    const look = async (frame: FrameId): Promise<Located> => {
      const path = await findTranscript(this.#configFolder, conversation)
      const found =
        path === null ? ({ found: 'absent', text: '' } as const) : await locateInTranscript(path, frame)
      return { frame, ...found }
    }
    return Promise.all(frames.map(look))
  }

  fork({ conversation }: ConversationPlace, place?: ForkPlace): Promise<string | null> {
    return copyConversation(this.#configFolder, conversation, place)
  }

  /** Conversations belong to the user, so none is deleted. */
  forget(): void {}

  get #configFolder(): string {
    const { CLAUDE_CONFIG_DIR: folder, HOME: home, USERPROFILE: profile } = this.#environment
    return folder ?? join(home ?? profile ?? '.', '.claude')
  }
}

export function openClaude(options: FamilyOptions): Program {
  const { clock, stateFolder, modelUrl, downloaded = () => null } = options
  const chosen = () => options.chosenPath() || undefined
  const surroundings =
    modelUrl === null
      ? { environment: options.environment, overrides: {} }
      : rehearsalEnvironment(options.environment, stateFolder, modelUrl)
  const installation = new CliInstallation({ clock, chosen, downloaded, stateFolder, ...surroundings })
  const family = new ClaudeFamily({ ...options, ...surroundings, cliPath: () => installation.find() })
  return { family, installation }
}
