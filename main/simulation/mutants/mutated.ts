import { registerHooks } from 'node:module'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Mutant } from './mutants.ts'

/** The folder whose rules are changed. */
export const core = join(import.meta.dirname, '..', '..', 'core')

/** The text of the file with the change in it; throws when the place is not there just once. */
export function mutatedText({ file, from, to }: Mutant): string {
  const text = readFileSync(join(core, file), 'utf8')
  const times = text.split(from).length - 1
  if (times !== 1) throw new Error(`${file} has ${String(times)} times: ${from}`)
  return text.replace(from, () => to)
}

/** From now on in this process the file is loaded with the change in it. */
export function mutate(mutant: Mutant): void {
  const source = mutatedText(mutant)
  const address = pathToFileURL(join(core, mutant.file)).href
  registerHooks({
    load: (url, context, next) =>
      url === address ? { format: 'module-typescript', source, shortCircuit: true } : next(url, context),
  })
}
