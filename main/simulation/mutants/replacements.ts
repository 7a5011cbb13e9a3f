import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The modules of the core of which something is replaced. */
interface Core {
  'clock-jump.ts': typeof import('../../core/clock-jump.ts')
  'agents/control.ts': typeof import('../../core/agents/control.ts')
  'agents/silence.ts': typeof import('../../core/agents/silence.ts')
  'attached-text.ts': typeof import('../../core/attached-text.ts')
  'agents/resuming.ts': typeof import('../../core/agents/resuming.ts')
  'agents/sleep.ts': typeof import('../../core/agents/sleep.ts')
  'agents/tab-wishes.ts': typeof import('../../core/agents/tab-wishes.ts')
  'budget/book.ts': typeof import('../../core/budget/book.ts')
  'budget/context.ts': typeof import('../../core/budget/context.ts')
  'budget/timers.ts': typeof import('../../core/budget/timers.ts')
  'budget/caps.ts': typeof import('../../core/budget/caps.ts')
  'budget/turn-cap.ts': typeof import('../../core/budget/turn-cap.ts')
  'delivery/batches.ts': typeof import('../../core/delivery/batches.ts')
  'delivery/crash-recovery.ts': typeof import('../../core/delivery/crash-recovery.ts')
  'delivery/pictures.ts': typeof import('../../core/delivery/pictures.ts')
  'delivery/timing.ts': typeof import('../../core/delivery/timing.ts')
  'delivery/turns.ts': typeof import('../../core/delivery/turns.ts')
  'gatherings/forking.ts': typeof import('../../core/gatherings/forking.ts')
  'gatherings/harvest.ts': typeof import('../../core/gatherings/harvest.ts')
  'gatherings/on-turn-ended.ts': typeof import('../../core/gatherings/on-turn-ended.ts')
  'gatherings/seats.ts': typeof import('../../core/gatherings/seats.ts')
  'gatherings/speaking.ts': typeof import('../../core/gatherings/speaking.ts')
  'gatherings/tick.ts': typeof import('../../core/gatherings/tick.ts')
  'gatherings/turn-clock.ts': typeof import('../../core/gatherings/turn-clock.ts')
  'handlers/answers.ts': typeof import('../../core/handlers/answers.ts')
  'heartbeats/anchors.ts': typeof import('../../core/heartbeats/anchors.ts')
  'heartbeats/dealings.ts': typeof import('../../core/heartbeats/dealings.ts')
  'heartbeats/stale-intents.ts': typeof import('../../core/heartbeats/stale-intents.ts')
  'heartbeats/heartbeats.ts': typeof import('../../core/heartbeats/heartbeats.ts')
  'links/backlog.ts': typeof import('../../core/links/backlog.ts')
  'links/briefing.ts': typeof import('../../core/links/briefing.ts')
  'links/crossings.ts': typeof import('../../core/links/crossings.ts')
  'links/pending-replies.ts': typeof import('../../core/links/pending-replies.ts')
  'links/queries.ts': typeof import('../../core/links/queries.ts')
  'mail/awaits.ts': typeof import('../../core/mail/awaits.ts')
  'mail/loop-guard.ts': typeof import('../../core/mail/loop-guard.ts')
  'mail/permission-order.ts': typeof import('../../core/mail/permission-order.ts')
  'mail/spread.ts': typeof import('../../core/mail/spread.ts')
  'timeline/link-moments.ts': typeof import('../../core/timeline/link-moments.ts')
  'timeline/moment.ts': typeof import('../../core/timeline/moment.ts')
  'restored.ts': typeof import('../../core/restored.ts')
  'stop.ts': typeof import('../../core/stop.ts')
  'prompts.ts': typeof import('../../core/prompts.ts')
}

/** A constant's type is its own number only. */
type Wide<T> = T extends number ? number : T

/** An export of the core with another in its place. */
export interface Replacement {
  /** Its file, from the core's folder. */
  readonly file: string
  readonly name: string
  /** Makes the other of the real one. */
  readonly by: (real: never) => unknown
}

/** An export of the core, and what is made of it. */
export function replace<File extends keyof Core, Name extends keyof Core[File] & string>(
  file: File,
  name: Name,
  by: (real: Wide<Core[File][Name]>) => Wide<Core[File][Name]>,
): Replacement {
  return { file, name, by }
}

/** The core's folder. */
export const core = join(import.meta.dirname, '..', '..', 'core')

const inPlace = new Map<string, Replacement>()

/** What stands in the place of an export: for the modules that `putInPlace` has changed. */
export function replaced(file: string, name: string, real: unknown): unknown {
  return inPlace.get(`${file} ${name}`)?.by(real as never)
}

/**
 * From now on in this process modules of the core are loaded with these exports in place of their own: for those who
 * import them, and in the module itself.
 */
export function putInPlace(replacements: readonly Replacement[]): void {
  const sources = new Map<string, string>()
  for (const one of replacements) {
    const path = join(core, one.file)
    const url = pathToFileURL(path).href
    inPlace.set(`${one.file} ${one.name}`, one)
    sources.set(url, withReplaced(sources.get(url) ?? readFileSync(path, 'utf8'), one))
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

/** The module's text, in which the real one has another name and is exported no more. */
function withReplaced(text: string, { file, name }: Replacement): string {
  const declared = new RegExp(`^export (function|const) ${name}\\b`, 'm')
  if (!declared.test(text)) throw new Error(`${file} declares no ${name}`)
  return `${text.replace(declared, `$1 real_${name}`)}
import { replaced as replaced_${name} } from ${JSON.stringify(import.meta.url)}
export const ${name} = replaced_${name}(${JSON.stringify(file)}, ${JSON.stringify(name)}, real_${name})
`
}
