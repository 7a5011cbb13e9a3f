import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** What became of one mutant: who found it out, or null when nobody did. */
export type Verdict = string | null

/** Tries one mutant (or `none`) in a process of its own, before stories and so many worlds. */
export function tryMutant(
  name: string,
  worlds: number,
  only: 'all' | 'stories' | 'worlds',
): Promise<Verdict> {
  const worker = join(import.meta.dirname, 'worker.ts')
  const args = ['--no-warnings', worker, name, String(worlds), only]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let wrong = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (wrong += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(null)
      else if (code === 1 && said !== '') resolve(said.trim())
      else reject(new Error(`${name}: ${wrong}`))
    })
  })
}
