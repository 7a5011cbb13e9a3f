import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentBackend, AgentBackendOptions } from '../../adapters/processes/agent-backend.ts'
import {
  holdsOnce,
  layGround,
  RealAgents,
  toolPrograms,
  type Ground,
} from '../../adapters/processes/testing/real-agents.ts'
import { ClaudeFamily, type ClaudeOptions } from './family.ts'
import { bareEnvironment, rehearsalSettings } from './real-cli.ts'
import { alwaysLoadMeta } from './options.ts'
import { findTranscript } from './transcript.ts'

export type RealOptions = Pick<AgentBackendOptions, 'clock' | 'trust' | 'handed'> & ClaudeOptions

/** The real CLI with the demo model; `config` is beside the other folders of its home. */
export class RealBackend extends RealAgents {
  readonly backend: AgentBackend

  static async start(options: Partial<RealOptions> = {}): Promise<RealBackend> {
    const ground = await layGround(tmpdir(), 'claude')
    await mkdir(join(ground.home, 'config'))
    await writeFile(join(ground.home, 'state', 'secret.txt'), 'the secret of the state folder')
    return new RealBackend(ground, options)
  }

  private constructor(ground: Ground, options: Partial<RealOptions>) {
    super(ground)
    const family = new ClaudeFamily({
      identities: this.identities,
      stateFolder: this.state,
      mcpServers: toolPrograms,
      openTools: (server, agent) => this.tools.open(server, this.identityFile(agent), alwaysLoadMeta),
      environment: { ...bareEnvironment(), PATH: process.env['PATH'], LANG: 'C.UTF-8' },
      introduction: ({ name }) => `You are ${name}.`,
      ...options,
      overrides: { ...rehearsalSettings(this.model.url, this.home), ...options.overrides },
    })
    this.backend = this.over(family, options)
  }

  get config(): string {
    return join(this.home, 'config')
  }

  recorded(conversation: string, text: string): Promise<void> {
    return holdsOnce(this.config, async () => {
      const path = await findTranscript(this.config, conversation)
      return path !== null && (await readFile(path, 'utf8')).includes(text)
    })
  }
}
