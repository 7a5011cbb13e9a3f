import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The core's modules with replaceable exports. */
interface Core {
  'agents/control.ts': typeof import('../../../core/agents/control.ts')
  'agents/processes.ts': typeof import('../../../core/agents/processes.ts')
  'agents/resuming.ts': typeof import('../../../core/agents/resuming.ts')
  'agents/sleep.ts': typeof import('../../../core/agents/sleep.ts')
  'agents/tab-proposals.ts': typeof import('../../../core/agents/tab-proposals.ts')
  'agents/user-notices.ts': typeof import('../../../core/agents/user-notices.ts')
  '../contract/agents/forms.ts': typeof import('../../../contract/agents/forms.ts')
  '../fleet/core/arrivals.ts': typeof import('../../../fleet/core/arrivals.ts')
  '../fleet/core/gathering-seats.ts': typeof import('../../../fleet/core/gathering-seats.ts')
  '../fleet/core/link-owner.ts': typeof import('../../../fleet/core/link-owner.ts')
  '../fleet/core/lives.ts': typeof import('../../../fleet/core/lives.ts')
  '../fleet/core/mail-in.ts': typeof import('../../../fleet/core/mail-in.ts')
  '../fleet/core/other-versions.ts': typeof import('../../../fleet/core/other-versions.ts')
  '../fleet/core/user-seat.ts': typeof import('../../../fleet/core/user-seat.ts')
  '../fleet/core/receipts.ts': typeof import('../../../fleet/core/receipts.ts')
  '../fleet/core/seat-here.ts': typeof import('../../../fleet/core/seat-here.ts')
  'budget/book.ts': typeof import('../../../core/budget/book.ts')
  'budget/caps.ts': typeof import('../../../core/budget/caps.ts')
  'budget/timers.ts': typeof import('../../../core/budget/timers.ts')
  'budget/turn-cap.ts': typeof import('../../../core/budget/turn-cap.ts')
  'clock/clock-jump.ts': typeof import('../../../core/clock/clock-jump.ts')
  'delivery/batches.ts': typeof import('../../../core/delivery/batches.ts')
  'delivery/pictures.ts': typeof import('../../../core/delivery/pictures.ts')
  'gatherings/decisions.ts': typeof import('../../../core/gatherings/decisions.ts')
  'gatherings/due-prompts.ts': typeof import('../../../core/gatherings/due-prompts.ts')
  'gatherings/forking.ts': typeof import('../../../core/gatherings/forking.ts')
  'gatherings/harvest.ts': typeof import('../../../core/gatherings/harvest.ts')
  'gatherings/on-turn-ended.ts': typeof import('../../../core/gatherings/on-turn-ended.ts')
  'gatherings/seats.ts': typeof import('../../../core/gatherings/seats.ts')
  'gatherings/speaking.ts': typeof import('../../../core/gatherings/speaking.ts')
  'gatherings/turn-clock.ts': typeof import('../../../core/gatherings/turn-clock.ts')
  'handlers/answers.ts': typeof import('../../../core/handlers/answers.ts')
  'heartbeats/anchors.ts': typeof import('../../../core/heartbeats/anchors.ts')
  'heartbeats/open-exchanges.ts': typeof import('../../../core/heartbeats/open-exchanges.ts')
  'heartbeats/heartbeats.ts': typeof import('../../../core/heartbeats/heartbeats.ts')
  'heartbeats/triggers.ts': typeof import('../../../core/heartbeats/triggers.ts')
  'heartbeats/stale-intents.ts': typeof import('../../../core/heartbeats/stale-intents.ts')
  'links/backlog.ts': typeof import('../../../core/links/backlog.ts')
  'links/briefing.ts': typeof import('../../../core/links/briefing.ts')
  'links/crossings.ts': typeof import('../../../core/links/crossings.ts')
  'links/naming.ts': typeof import('../../../core/links/naming.ts')
  'links/user-words.ts': typeof import('../../../core/links/user-words.ts')
  'links/pending-replies.ts': typeof import('../../../core/links/pending-replies.ts')
  'links/queries.ts': typeof import('../../../core/links/queries.ts')
  'mail/awaits.ts': typeof import('../../../core/mail/awaits.ts')
  'mail/held-restored.ts': typeof import('../../../core/mail/held-restored.ts')
  'mail/loop-guard.ts': typeof import('../../../core/mail/loop-guard.ts')
  'mail/mailbox-room.ts': typeof import('../../../core/mail/mailbox-room.ts')
  'mail/permission-order.ts': typeof import('../../../core/mail/permission-order.ts')
  'mail/queue.ts': typeof import('../../../core/mail/queue.ts')
  'passing/pass-in-words.ts': typeof import('../../../core/passing/pass-in-words.ts')
  'turns/subagents.ts': typeof import('../../../core/turns/subagents.ts')
  'restored.ts': typeof import('../../../core/restored.ts')
  'sending/broadcast.ts': typeof import('../../../core/sending/broadcast.ts')
  'step/broken-turn.ts': typeof import('../../../core/step/broken-turn.ts')
  'step/peer-ids.ts': typeof import('../../../core/step/peer-ids.ts')
  'step/silence.ts': typeof import('../../../core/step/silence.ts')
  'step/status.ts': typeof import('../../../core/step/status.ts')
  'step/stopped.ts': typeof import('../../../core/step/stopped.ts')
  'comments/review.ts': typeof import('../../../core/comments/review.ts')
  'edits/agent-files.ts': typeof import('../../../core/edits/agent-files.ts')
  'edits/claims.ts': typeof import('../../../core/edits/claims.ts')
  'tasks/claims.ts': typeof import('../../../core/tasks/claims.ts')
  'tasks/waits.ts': typeof import('../../../core/tasks/waits.ts')
  'timeline/link-entries.ts': typeof import('../../../core/timeline/link-entries.ts')
  'timeline/timeline-entry.ts': typeof import('../../../core/timeline/timeline-entry.ts')
  'turns/crash-recovery.ts': typeof import('../../../core/turns/crash-recovery.ts')
  'turns/provenance.ts': typeof import('../../../core/turns/provenance.ts')
  'turns/settle-broken.ts': typeof import('../../../core/turns/settle-broken.ts')
  'turns/timing.ts': typeof import('../../../core/turns/timing.ts')
  'turns/turns.ts': typeof import('../../../core/turns/turns.ts')
  'words/attached-text.ts': typeof import('../../../core/words/attached-text.ts')
  'words/prompts.ts': typeof import('../../../core/words/prompts.ts')
  'worktrees/worktrees.ts': typeof import('../../../core/worktrees/worktrees.ts')
}

/** Widens a constant's literal type to number. */
type Wide<T> = T extends number ? number : T

export interface Replacement {
  readonly file: string
  readonly name: string
  readonly by: (real: never) => unknown
}

export function replace<File extends keyof Core, Name extends keyof Core[File] & string>(
  file: File,
  name: Name,
  by: (real: Wide<Core[File][Name]>) => Wide<Core[File][Name]>,
): Replacement {
  return { file, name, by }
}

export const core = join(import.meta.dirname, '..', '..', '..', 'core')

/** Setters of the replaceable exports, by file and name. */
const setters = new Map<string, () => void>()
let inPlace = new Map<string, Replacement['by']>()

/**
 * Called by modules that `makeReplaceable` has changed: returns the export's initial value and registers its
 * setter. Functions keep their identity, so that tables built earlier call the replacement.
 */
export function replaceable(key: string, real: unknown, set: (value: unknown) => void): unknown {
  let now = valueOf(key, real)
  const dispatch = (...args: unknown[]) => (now as (...args: unknown[]) => unknown)(...args)
  setters.set(key, () => {
    now = valueOf(key, real)
    if (typeof real !== 'function') set(now)
  })
  return typeof real === 'function' ? dispatch : now
}

const valueOf = (key: string, real: unknown) => {
  const by = inPlace.get(key)
  return by ? by(real as never) : real
}

/** From now on this process loads core modules with these exports replaceable. */
export function makeReplaceable(replacements: readonly Replacement[]): void {
  const sources = new Map<string, string>()
  const keys = new Set<string>()
  for (const one of replacements) {
    if (keys.has(keyOf(one))) continue
    keys.add(keyOf(one))
    const path = join(core, one.file)
    const url = pathToFileURL(path).href
    sources.set(url, withReplaceable(sources.get(url) ?? readFileSync(path, 'utf8'), one))
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

export function activate(replacements: readonly Replacement[]): void {
  inPlace = new Map(replacements.map((one) => [keyOf(one), one.by]))
  for (const renew of setters.values()) renew()
}

const keyOf = ({ file, name }: Pick<Replacement, 'file' | 'name'>): string => `${file} ${name}`

/** Renames the original in the module's text, and exports the replacement under its name. */
function withReplaceable(text: string, { file, name }: Replacement): string {
  const declared = new RegExp(`^export (function|const) ${name}\\b`, 'm')
  if (!declared.test(text)) throw new Error(`${file} declares no ${name}`)
  return `${text.replace(declared, `$1 real_${name}`)}
import { replaceable as replaceable_${name} } from ${JSON.stringify(import.meta.url)}
export let ${name} = replaceable_${name}(${JSON.stringify(keyOf({ file, name }))}, real_${name}, (value) => { ${name} = value })
`
}
