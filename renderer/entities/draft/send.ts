import { useState } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { errorWords } from '../../state/act.ts'
import { ask, UnreachableError } from '../../state/connection.ts'
import type { Draft, DraftFor } from '../../state/drafts.ts'
import { mirror, useMirror } from '../../state/store.ts'
import { clearDraft, draftOf, keepDraft, useView, view } from '../../state/view-store.ts'
import { listed } from '../link/link-words.ts'
import { composing } from './composing.ts'
import type { SendWay } from './composer-words.ts'
import { messageLimit } from '../../../main/contract/api/limits.ts'

interface SendProblem {
  readonly words: string
  /** The snapshot count when main could not be reached; null if main refused. */
  readonly unreachedAt: number | null
}

/** Returns the text of a problem that still holds: a connection problem ends with the next snapshot. */
export const heldWords = (problem: SendProblem | null, snapshots: number): string =>
  problem === null || (problem.unreachedAt !== null && problem.unreachedAt < snapshots) ? '' : problem.words

/** Sends a draft; errors are shown above the field. */
export type Deliver = (draft: Draft) => Promise<unknown>

/** Clears the draft once main has it, unless it was edited meanwhile. Returns null on success. */
export async function sendDraft(of: DraftFor, deliver: Deliver): Promise<SendProblem | null> {
  const draft = draftOf(view.getState(), of)
  try {
    await deliver(draft)
  } catch (error) {
    return problemOf(error)
  }
  if (draftOf(view.getState(), of).key === draft.key) clearDraft(of)
  return null
}

function problemOf(error: unknown): SendProblem {
  const { who, causes } = error instanceof PartlySentError ? error : { who: '', causes: [error] }
  const isUnreached = causes.some((cause) => cause instanceof UnreachableError)
  const why = [...new Set(causes.map(errorWords))].join(' ')
  const unreachedAt = isUnreached ? mirror.getState().snapshots : null
  return { words: `${who}${why} Your text is still here.`, unreachedAt }
}

/** Some receivers did not get the message. */
class PartlySentError extends Error {
  /** A sentence that names them; empty if nobody got it. */
  readonly who: string
  readonly causes: readonly unknown[]

  constructor(who: string, causes: readonly unknown[]) {
    super(who)
    this.who = who
    this.causes = causes
  }
}

/**
 * Sends to each agent. A retry reaches only agents that lack the message: the idempotency keys stay the same.
 */
export const toAgents =
  <Target extends Pick<AgentView, 'id' | 'name'>>(
    targets: readonly Target[],
    wayOf: (target: Target) => SendWay,
  ): Deliver =>
  async ({ text, attachments, key }) => {
    const attached = attachments.length > 0 ? { attachments: attachments.map(({ path }) => ({ path })) } : {}
    const tries = await Promise.allSettled(
      targets.map((target) =>
        ask('messages.send', {
          agent: target.id,
          message: text,
          idempotencyKey: `${key}-${target.id}`,
          ...attached,
          ...(wayOf(target) === 'steer' ? { now: true } : {}),
          // The conversation of a remote agent can't be seen here, so ask for a reply.
          ...(target.id.includes('@') ? { expectReply: true } : {}),
        }),
      ),
    )
    const failed = targets.filter((_, at) => tries[at]?.status === 'rejected')
    const causes = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    const who =
      failed.length === targets.length ? '' : `${listed(failed.map(({ name }) => name))} did not get it. `
    if (failed.length > 0) throw new PartlySentError(who, causes)
    for (const { id } of targets) composing.sent(id)
  }

export interface DraftInHand {
  readonly text: string
  /** Why it was not sent, or can't be; empty if nothing is wrong. */
  readonly trouble: string
  readonly canSend: boolean
  readonly write: (text: string) => void
  /** Resolves with whether it was sent. */
  readonly send: (deliver: Deliver) => Promise<boolean>
}

/** `excess` returns why a text is too long, or null. */
export function useDraft(of: DraftFor, excess: (text: string) => string | null = excessOf): DraftInHand {
  const { text, attachments } = useView((now) => draftOf(now, of))
  const [problem, setProblem] = useState<SendProblem | null>(null)
  const [isSending, setSending] = useState(false)
  const snapshots = useMirror((now) => now.snapshots)
  const tooMany = excess(text)
  const isThere = text.trim() !== '' || attachments.length > 0
  const canSend = isThere && tooMany === null && !isSending
  const send = async (deliver: Deliver) => {
    if (!canSend) return false
    setSending(true)
    const left = await sendDraft(of, deliver)
    setProblem(left)
    setSending(false)
    return left === null
  }
  const write = (words: string) => {
    keepDraft(of, words)
    setProblem(null)
  }
  return { text, trouble: tooMany ?? heldWords(problem, snapshots), canSend, write, send }
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Returns why a text is too long to send, or null. A UTF-16 unit takes at most three bytes. */
export function excessOf(text: string): string | null {
  if (text.length * 3 <= messageLimit) return null
  const bytes = bytesOf(text)
  if (bytes <= messageLimit) return null
  const mebibytes = (bytes / 1024 / 1024).toFixed(1)
  return `This is ${mebibytes} MiB, and one message holds 1 MiB. Put the long part into a file and name the file.`
}

/** Like `excessOf` with another limit; `most` is in bytes. */
export function excessOfWords(text: string, most: number): string | null {
  if (text.length * 3 <= most) return null
  const bytes = bytesOf(text)
  if (bytes <= most) return null
  return `These are ${Math.ceil(bytes / 1024)} KiB, and there is room for ${most / 1024}. Put the long part into a file and name the file.`
}
