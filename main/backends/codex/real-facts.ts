import { BackendHarness } from '../../testkit/suites/backend/backend-desk.ts'
import type { AgentId, PermissionMode } from '../../contract/api/model.ts'
import { RealCodex, type RealCodexOptions } from './real-codex.ts'

const a: AgentId = 'agt-aaaaaaaaaa'

export class FactsCodex {
  readonly real: RealCodex
  readonly desk: BackendHarness

  static async open(options: RealCodexOptions = {}): Promise<FactsCodex> {
    return new FactsCodex(await RealCodex.start(options))
  }

  private constructor(real: RealCodex) {
    this.real = real
    const never = () => Promise.reject(new Error('not here'))
    this.desk = new BackendHarness({
      kind: 'codex',
      backend: real.backend,
      heard: real.heard,
      folder: real.work,
      elsewhere: real.home,
      script: (steps) => steps.join('\n'),
      hopeless: (_agent, launch) => launch,
      held: never,
      working: never,
      recorded: never,
      release: () => {},
      finish: () => {},
      kill: () => {},
      close: never,
    })
  }

  /**
   * Runs a step that needs approval and allows it. Returns the result that the model got, since Codex
   * sometimes reports nothing else about a short command.
   */
  async allowed(step: string): Promise<string> {
    this.desk.write(a, [step, 'say: done'])
    const { request } = await this.real.heard.next(a, 'card.asked')
    this.desk.decide(a, request, { kind: 'allow' })
    await this.real.heard.next(a, 'turn.ended')
    return JSON.stringify(this.real.model.heard().at(-1)?.body)
  }

  /** The result of a call, once its turn has ended. */
  async result(): Promise<string> {
    const isResult = ({ block }: { readonly block: { readonly kind: string } }) => block.kind === 'result'
    const { block } = await this.real.heard.next(a, 'block.said', isResult)
    await this.real.heard.next(a, 'turn.ended')
    return block.kind === 'result' ? block.text : ''
  }

  get asked(): number {
    return this.real.heard.facts.filter(({ type }) => type === 'card.asked').length
  }

  mode(permissionMode: PermissionMode): void {
    const to = { model: null, effort: null, permissionMode }
    this.real.backend.perform({ do: 'agent.configure', agent: a, run: 1, ...to })
  }
}

export const commandStep = (command: string): string =>
  `call: exec_command ${JSON.stringify({ cmd: command })}`

export const patch = (file: string): string =>
  `call: apply_patch ${JSON.stringify({ input: `*** Begin Patch\n*** Add File: ${file}\n+hello\n*** End Patch` })}`
