import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentId } from '../../contract/api/model.ts'
import type { Clock, ToolEndpoints, TrustAtStart } from '../../ports/ports.ts'
import type { AgentBackend } from '../../adapters/processes/agent-backend.ts'
import {
  holdsOnce,
  layGround,
  makersProgram,
  RealAgents,
  toolPrograms,
  type Ground,
} from '../../adapters/processes/testing/real-agents.ts'
import { writeHome } from '../../adapters/rehearsal/homes/home.ts'
import { rehearsalHome } from '../../adapters/rehearsal/homes/homes.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { CodexFamily, type CodexOptions } from './family.ts'
import { Gate } from './ask-once.ts'
import { findRollout } from './rollout.ts'

export interface RealCodexOptions extends Partial<CodexOptions> {
  readonly trust?: TrustAtStart
  readonly clock?: Clock
  /** URLs of the tools; by default they are programs. */
  readonly endpoints?: ToolEndpoints
  readonly settings?: (home: string) => string
}

/** The real Codex with the demo model; its home `codex` is beside the other folders. */
export class RealCodex extends RealAgents {
  readonly backend: AgentBackend

  static async start(options: RealCodexOptions = {}): Promise<RealCodex> {
    const ground = await layGround(scratch(), 'codex')
    const { home, model } = ground
    await writeFile(join(home, 'state', 'secret.txt'), 'the secret of the state folder')
    writeHome(rehearsalHome('codex', home, model.url))
    await appendFile(join(home, 'codex', '.codex', 'config.toml'), `\n${options.settings?.(home) ?? ''}`)
    return new RealCodex(ground, options)
  }

  private constructor(ground: Ground, options: RealCodexOptions) {
    super(ground)
    const { endpoints, trust, clock } = options
    const { identities } = this
    const family = new CodexFamily({
      clock: clock ?? systemClock,
      identities: {
        ...identities,
        issue: (agent) => ({ ...identities.issue(agent), ...(endpoints ? { tools: endpoints } : {}) }),
      },
      stateFolder: this.state,
      mcpServers: toolPrograms,
      environment: { PATH: process.env['PATH'], LANG: 'C.UTF-8' },
      introduction: ({ name }) => `You are ${name}.`,
      path: () => program(),
      gate: new Gate(),
      tools: endpoints === undefined ? 'stdio' : 'http',
      ...options,
      overrides: { ...rehearsalHome('codex', this.home, this.model.url).environment, ...options.overrides },
    })
    this.backend = this.over(family, { clock, ...(trust === undefined ? {} : { trust: () => trust }) })
  }

  get codexHome(): string {
    return join(this.home, 'codex', '.codex')
  }

  conversation(agent: AgentId): string {
    const changed = this.heard.facts.findLast(
      (fact) => fact.type === 'conversation.changed' && fact.agent === agent,
    )
    return changed?.type === 'conversation.changed' ? changed.conversation : ''
  }

  recorded(conversation: string, text: string): Promise<void> {
    return holdsOnce(this.codexHome, async () => {
      const path = await findRollout(this.codexHome, conversation)
      return path !== null && (await readFile(path, 'utf8')).includes(text)
    })
  }
}

/** The binary, without the Node script that starts it. */
export function program(): string {
  const makers = makersProgram('@openai')
  for (const name of readdirSync(makers).filter((one) => one.startsWith('codex-'))) {
    const [triple] = readdirSync(join(makers, name, 'vendor'))
    const path = join(makers, name, 'vendor', triple ?? '', 'bin', 'codex')
    if (existsSync(path)) return path
  }
  throw new Error(`There is no program of Codex for this system in ${makers}.`)
}

export function callsOf(real: RealCodex, agent: AgentId): string {
  return readFileSync(join(real.state, `${agent}.json.calls`), 'utf8')
}

/** Not the temporary folder, to which Codex's commands may write. */
function scratch(): string {
  return existsSync('/var/tmp') ? '/var/tmp' : homedir()
}
