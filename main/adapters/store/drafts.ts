import type { Attachment, KeptDraft } from '../../contract/mail/attachments.ts'
import type { Statements } from './statements.ts'

/** Keeps what was not sent yet; what is empty is forgotten. */
export function writeDraft(to: Statements, of: string, { text, attachments }: KeptDraft): void {
  if (text === '' && attachments.length === 0) to.forgetDraft.run(of)
  else to.putDraft.run(of, text, JSON.stringify(attachments))
}

/** All of it, by whom it is for. */
export function readDrafts(from: Statements): Readonly<Record<string, KeptDraft>> {
  const rows = from.drafts.all()
  return Object.fromEntries(
    rows.map((row) => {
      const attachments = JSON.parse(String(row['attachments'])) as readonly Attachment[]
      return [String(row['of']), { text: String(row['text']), attachments }]
    }),
  )
}

/** Hashes of all copies that a message, a transcript or a draft has. */
export function readAttached(from: Statements): ReadonlySet<string> {
  const kept = from.attached.all().map((row) => String(row['hash']))
  const drafts = Object.values(readDrafts(from)).flatMap(({ attachments }) => attachments)
  return new Set([...kept, ...drafts.flatMap(({ hash }) => hash ?? [])])
}

/** Notes whose copies a record of this agent has; it goes with the agent. */
export function noteAttached(
  to: Statements,
  agent: string,
  attachments: readonly Attachment[] | undefined,
): void {
  for (const { hash } of attachments ?? []) if (hash !== null) to.addAttached.run(hash, agent)
}
