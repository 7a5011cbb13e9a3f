import type { ConversationHead, ResumeMode } from '../../../contract/folders/conversations.ts'
import { ConversationError, type ImportedRow, type SessionList } from '../../../ports/conversations.ts'
import type { Line, Transcripts } from '../acts.ts'

/** The conversations of the transcripts as a program would list them; the latest to begin is the newest. */
export function memorySessionList(
  transcripts: Transcripts,
  goesOn: ResumeMode,
  copied: (lines: readonly Line[]) => string,
): SessionList {
  const headOf = ([id, lines]: readonly [string, readonly Line[]], at: number): ConversationHead => ({
    id,
    folder: '/work',
    title: lines[0]?.text ?? '',
    changedAt: 1000 * at,
    turns: lines.length,
    bytes: JSON.stringify(lines).length,
    ...(goesOn === 'original' && { canDelete: true as const }),
  })
  const heads = (): ConversationHead[] =>
    [...transcripts].filter(([, lines]) => lines.length > 0).map((one, at) => headOf(one, at))
  return {
    resumeMode: goesOn,
    list: ({ words, offset, limit }) => {
      const found = heads()
        .toReversed()
        .filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()))
      return Promise.resolve({
        items: found.slice(offset, offset + limit),
        isMore: found.length > offset + limit,
      })
    },
    delete: (id) => {
      transcripts.delete(id)
      return Promise.resolve()
    },
    look: (id) => Promise.resolve(heads().find((head) => head.id === id) ?? null),
    takeUp: (id) => {
      const lines = transcripts.get(id)
      if (!lines || lines.length === 0)
        return Promise.reject(new ConversationError('There is no conversation of that id.'))
      const rows = lines.flatMap(({ frame, text, final }): ImportedRow[] => [
        { at: 1, prompt: frame, said: { kind: 'user', text } },
        ...(final === null ? [] : [{ at: 2, prompt: null, said: { kind: 'text' as const, text: final } }]),
      ])
      const past = { rows, turns: lines.length, earlier: 0, damaged: 0, file: `/conversations/${id}` }
      return Promise.resolve(
        goesOn === 'copy'
          ? { conversation: copied(lines), past }
          : { conversation: id, isOriginal: true as const, past },
      )
    },
  }
}
