import type { AgentId } from '../../../main/contract/model.ts'
import type { LinkId } from '../../../main/contract/ties.ts'
import type { Settings } from '../../../main/contract/settings.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { wordsOf } from '../../state/act.ts'
import { ask, UnreachableError } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { sendWay, verbOf, type SendWay } from '../../entities/draft/composer-words.ts'
import { composing, type SendProblem } from '../../entities/draft/send.ts'
import { keepLinkDraft, linkDraftOf } from './link-memory.ts'
import { listed } from '../../entities/link/link-words.ts'

/** The word on the button: what Enter does, if it does the same with all of them. */
export function verbFor(targets: readonly AgentView[], enter: Settings['enter'], isMod = false): string {
  const verbs = new Set(targets.map((agent) => verbOf(sendWay(agent, enter, isMod), agent)))
  const [verb] = verbs
  return verbs.size === 1 && verb !== undefined && verb !== 'Start' ? verb : 'Send'
}

/**
 * Sends the draft to each of them; it goes only when all have it. A second try reaches only those who do not have
 * it yet: the words keep their key. Null when it went.
 */
export async function sendToMembers(
  link: LinkId,
  targets: readonly AgentView[],
  wayOf: (agent: AgentView) => SendWay,
): Promise<SendProblem | null> {
  const draft = linkDraftOf(link)
  const tries = await Promise.allSettled(
    targets.map((agent) =>
      ask('messages.send', {
        agent: agent.id,
        message: draft.text,
        idempotencyKey: `${draft.key}-${agent.id}`,
        ...(wayOf(agent) === 'steer' ? { now: true } : {}),
      }),
    ),
  )
  const failed = tries.flatMap((one, at) =>
    one.status === 'rejected' ? [{ name: targets[at]?.name ?? '', error: one.reason as unknown }] : [],
  )
  if (failed.length > 0) return problemOf(failed, targets.length)
  for (const { id } of targets) composing.sent(id)
  if (linkDraftOf(link).key === draft.key) keepLinkDraft(link, { text: '' })
  return null
}

interface Failure {
  readonly name: string
  readonly error: unknown
}

function problemOf(failed: readonly Failure[], count: number): SendProblem {
  const unreachedAt = failed.some(({ error }) => error instanceof UnreachableError)
    ? mirror.getState().snapshots
    : null
  const who = failed.length === count ? '' : `${listed(failed.map((one) => one.name))} did not get it. `
  const why = [...new Set(failed.map(({ error }) => wordsOf(error)))].join(' ')
  return { words: `${who}${why} Your text is kept here.`, unreachedAt }
}

/** Tells main to whom the person is writing, so that nothing else is put before them meanwhile. */
export function tellWriting(to: readonly AgentId[], text: string): void {
  for (const id of to) composing.typed(id, text)
}

/** The words are for others now: what waited for these goes on. */
export function stopWriting(to: readonly AgentId[]): void {
  for (const id of to) composing.left(id)
}
