import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The mutants to try (`none`: the unchanged rules), and against what. */
export interface Asked {
  readonly names: readonly string[]
  readonly worlds: number
  readonly only: 'all' | 'stories' | 'worlds'
}

/** The story or world that killed the mutant, or null. */
export type Verdict = string | null

/** Tries mutants one after the other in one separate process. */
export async function tryMutants(asked: Asked): Promise<ReadonlyMap<string, Verdict>> {
  const worker = join(import.meta.dirname, 'worker.ts')
  const args = ['--no-warnings', worker, JSON.stringify(asked)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const verdicts = new Map<string, Verdict>()
  let wrong = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (wrong += text))
  createInterface(child.stdout).on('line', (line) =>
    verdicts.set(asked.names[verdicts.size] ?? '', JSON.parse(line) as Verdict),
  )
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => {
      const next = asked.names[verdicts.size]
      if (next === undefined) resolve(verdicts)
      else reject(new Error(`${next}: ${wrong}`))
    })
  })
}
