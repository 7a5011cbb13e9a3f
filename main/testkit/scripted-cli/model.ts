import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, watch, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Permission, Suggestion } from '../../contract/api/model.ts'
import type { Act } from '../memory/acts.ts'
import type { CalledWith } from './wire.ts'
import type { Tools } from './tools.ts'

/** Resolves to what a tool answers. */
type Called = (call: string) => Promise<string>

/**
 * What a script in a prompt comes to, a step a line: `say: TEXT`, `think: MS`, `wait: NAME` and `work: NAME` (a tool; both
 * until the file `go-NAME` is in the folder of gates), `ask: NAME`, `background: SECONDS`, `fail: 400`,
 * `call: TOOL JSON`. A prompt without any is answered with `SILENT`.
 */
export class ScriptedModel {
  readonly #gates: string
  readonly #tools: Tools
  readonly #calls = new Map<string, { readonly name: string; readonly input: object }>()

  constructor(gates: string, tools: Tools) {
    this.#gates = gates
    this.#tools = tools
  }

  /** What the turn that has ended still waited at. */
  readonly #waits = new Set<() => void>()

  readonly calledWith: CalledWith = (call) => this.#calls.get(call)

  /** The turn has ended: nobody waits any more. */
  turnEnded(): void {
    for (const leave of this.#waits) leave()
  }

  acts(prompt: string): readonly Act[] {
    const acts = prompt.split('\n').flatMap((line) => this.#step(line))
    return acts.some(({ do: what }) => what === 'say') ? acts : [...acts, { do: 'say', text: 'SILENT' }]
  }

  #step(line: string): readonly Act[] {
    const [, verb = '', words = ''] = /^\s*\\*\s*(\w+): (.*)$/.exec(line) ?? []
    switch (verb) {
      case 'say':
        return [{ do: 'say', text: words }]
      case 'think':
        return [{ do: 'think', ms: Number(words) }]
      case 'wait':
        return [{ do: 'hold', until: (go) => void this.#gate(words).then(go) }]
      case 'work':
        return [this.#tool('hold', { name: words }, async () => (await this.#gate(words), `held ${words}`))]
      case 'ask':
        return [{ do: 'ask', input: `touch ${words}`, suggestions: suggest(words) }]
      case 'fail':
        return [{ do: 'break', why: 'api_error', error: 'invalidRequest' }]
      case 'background':
        return [{ do: 'background', ms: Number(words) * 1000 }]
      case 'call':
        return this.#call(words)
      default:
        return []
    }
  }

  #call(words: string): readonly Act[] {
    const [, name = '', json = '{}'] = /^(\w+)\s*(.*)$/.exec(words) ?? []
    const input = JSON.parse(json) as object
    return [this.#tool(name, input, (call) => this.#tools.call(name, input, call))]
  }

  #tool(name: string, input: object, run: Called): Act {
    return {
      do: 'await',
      call: (done, failed) => {
        const call = `toolu_${randomUUID().replaceAll('-', '')}`
        this.#calls.set(call, { name: `mcp__janus-agents__${name}`, input })
        // A turn later: anyone who calls has to know its name first.
        setImmediate(() => {
          run(call).then(done, (error: unknown) => failed(String(error)))
        })
        return call
      },
    }
  }

  /** Says by a file that somebody waits, and goes on when another one is there. */
  #gate(name: string): Promise<void> {
    const [held, go] = [join(this.#gates, `held-${name}`), join(this.#gates, `go-${name}`)]
    return new Promise((resolve) => {
      const leave = (): void => {
        watcher.close()
        rmSync(held, { force: true })
        this.#waits.delete(leave)
      }
      const look = (): void => {
        if (!existsSync(go)) return
        leave()
        rmSync(go, { force: true })
        resolve()
      }
      const watcher = watch(dirname(go), (_, file) => {
        if (file === null || file === basename(go)) look()
      })
      this.#waits.add(leave)
      writeFileSync(held, '')
      look()
    })
  }
}

function suggest(name: string): readonly Suggestion[] {
  const permissions: Permission[] = [{ kind: 'rule', rule: `Bash(touch ${name})` }]
  return [{ label: name, isCode: true, permissions, mode: null }]
}
