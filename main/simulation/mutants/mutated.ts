import { registerHooks } from 'node:module'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Mutant } from './mutants.ts'

/** The folder whose rules are changed. */
export const core = join(import.meta.dirname, '..', '..', 'core')

/** A place in one of the rules, and what stands there instead. */
export type Change = Pick<Mutant, 'file' | 'from' | 'to'>

/** The text of the file with the change in it; throws when the place is not there just once. */
export function mutatedText({ file, ...change }: Change): string {
  return changed(readFileSync(join(core, file), 'utf8'), { file, ...change })
}

function changed(text: string, { file, from, to }: Change): string {
  const times = text.split(from).length - 1
  if (times !== 1) throw new Error(`${file} has ${String(times)} times: ${from}`)
  return text.replace(from, () => to)
}

/** From now on in this process the files are loaded with the changes in them. */
export function mutate(changes: readonly Change[]): void {
  const sources = new Map<string, string>()
  for (const change of changes) {
    const address = pathToFileURL(join(core, change.file)).href
    const text = sources.get(address) ?? readFileSync(join(core, change.file), 'utf8')
    sources.set(address, changed(text, change))
  }
  registerHooks({
    load: (url, context, next) => {
      const source = sources.get(url)
      return source === undefined
        ? next(url, context)
        : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
}
