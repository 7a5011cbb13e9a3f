import type { Query } from '@anthropic-ai/claude-agent-sdk'
import type { FileUndo } from '../../contract/folders/conversations.ts'
import type { FrameId } from '../../contract/api/model.ts'

/** Why files cannot be taken back, for the person. */
function undoProblem(said = ''): string {
  return /no file checkpoint/i.test(said)
    ? 'Nothing is kept of how the files were then: that turn is of another conversation, or older than this ability.'
    : said || 'The Claude CLI gave no reason.'
}

/** Asks a CLI which files its tools have changed since before a prompt; with `do` they become what they were. */
export async function undoFiles(
  running: Query | null,
  frame: FrameId,
  how: 'look' | 'do',
): Promise<FileUndo> {
  if (running === null) throw new Error('Its process does not run.')
  const looked = await running.rewindFiles(frame, { dryRun: true })
  if (!looked.canRewind) throw new Error(undoProblem(looked.error))
  const { filesChanged: files = [], insertions: added = 0, deletions: removed = 0 } = looked
  const found = { files, lines: { added, removed } }
  if (how === 'look' || files.length === 0) return { ...found, isDone: false }
  const done = await running.rewindFiles(frame)
  if (!done.canRewind) throw new Error(undoProblem(done.error))
  const skipped = done.skippedLinks ?? 0
  if (skipped > 0)
    throw new Error(
      `${String(skipped)} of the files are links by now, and were left as they are. The others are as they were.`,
    )
  return { ...found, isDone: true }
}
