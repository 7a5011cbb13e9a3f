import { ProgramProcess } from '../../../adapters/processes/agent-process.ts'
import { asObject, asObjects, asText, type Json } from '../../../adapters/processes/json.ts'
import { signal } from '../../../adapters/processes/system-processes.ts'
import { systemClock } from '../../../adapters/system-clock.ts'
import { connectAcp, isAcpMessage, type AcpConnection } from '../connection.ts'

/** A minimal client in version 1 of the protocol that allows everything. */
export class AcpProgram {
  readonly updates: Json[] = []
  ended: Json = {}
  readonly #process: ProgramProcess
  readonly #connection: AcpConnection
  #session: unknown = ''

  static async start(
    command: readonly string[],
    folder: string,
    environment: Readonly<Record<string, string>>,
    mcpServers: readonly object[],
  ): Promise<AcpProgram> {
    const program = new AcpProgram(command, folder, environment)
    const connection = program.#connection
    await connection.request('initialize', { protocolVersion: 1, clientCapabilities: {} })
    const begun = await connection.request('session/new', { cwd: folder, mcpServers })
    program.#session = begun['sessionId']
    return program
  }

  private constructor(
    [command = '', ...args]: readonly string[],
    cwd: string,
    env: Readonly<Record<string, string>>,
  ) {
    const start = { command, args, cwd, env, isMessage: isAcpMessage }
    this.#process = new ProgramProcess(start, 'JANUS_PROCESS=programs/', systemClock, () => {})
    this.#connection = connectAcp(this.#process.face, {
      update: (update) => void this.updates.push(update),
      permission: async ({ options }) => {
        const once = asObjects(options).find(({ kind }) => kind === 'allow_once')
        return { outcome: { outcome: 'selected', optionId: once?.['optionId'] } }
      },
      elicitation: () => Promise.resolve({ action: 'cancel' }),
      drain: () => [],
    })
  }

  /** Sends a prompt; resolves to the stop reason. */
  async prompt(text: string): Promise<string> {
    const prompt = [{ type: 'text', text }]
    this.ended = await this.#connection.request('session/prompt', { sessionId: this.#session, prompt })
    return asText(this.ended['stopReason'])
  }

  cancel(): void {
    this.#connection.notify('session/cancel', { sessionId: this.#session })
  }

  said(): string {
    const chunks = this.updates.filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
    return chunks.map(({ content }) => asText(asObject(content)['text'])).join('')
  }

  async end(): Promise<void> {
    const { record } = this.#process
    if (record !== null) signal(-record.pid, 'SIGKILL')
    await this.#process.exited
  }
}
