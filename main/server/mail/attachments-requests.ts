import { type Attachment, attachmentLimits, type FilesFound } from '../../contract/mail/attachments.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import { UnfitAttachmentError } from '../../ports/attachments.ts'
import { findAgent, refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'

export function attachmentHandlers(parts: RequestContext) {
  const { attachments, folderFiles } = parts
  return {
    'attachments.keep': (_, { name, data }) =>
      fitting(parts, () => attachments.keep(name, Buffer.from(data, 'base64'))),
    'attachments.take': (_, { path }) => fitting(parts, () => attachments.take(path)),
    'attachments.show': (_, { path }) => {
      const picture = attachments.picture(path)
      if (picture === null) throw refused('not_found', 'This picture is not kept any more.')
      return { type: picture.type, data: picture.data }
    },
    'files.find': async (_, { agent, words }) => {
      const { files, isWhole } = await folderFiles.list(findAgent(parts, agent).state.agent.cwd)
      return { ...findFiles(files, words), isPart: !isWhole }
    },
  } satisfies Partial<Handlers>
}

/** Only the user attaches, and not to slash commands. */
export function attachmentsOf(
  parts: RequestContext,
  caller: Caller,
  { attachments = [], message }: Pick<RequestInput<'messages.send'>, 'attachments' | 'message'>,
): readonly Attachment[] {
  if (attachments.length === 0) return []
  if (caller.kind === 'agent')
    throw refused('not_allowed', 'Only the user can attach files. Name the path in your message.')
  if (message.trimStart().startsWith('/'))
    throw refused(
      'bad_request',
      'A command takes nothing along. Send what is attached with words of its own.',
    )
  const taken = attachments.map(({ path }) => fitting(parts, () => parts.attachments.take(path)))
  const pictures = taken.reduce((sum, { picture, bytes }) => sum + (picture === null ? 0 : (bytes ?? 0)), 0)
  if (pictures > attachmentLimits.pictures)
    throw refused(
      'too_large',
      'The pictures of one message have at most 16 MiB together. Send some of them later.',
    )
  return taken
}

function fitting<T>({ log }: Pick<RequestContext, 'log'>, take: () => T): T {
  try {
    return take()
  } catch (error) {
    if (error instanceof UnfitAttachmentError) throw refused('bad_request', error.message)
    // The error is the disk's: it is full, or the file is unreadable.
    log(`attachment: ${String(error)}`)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw refused('storage_full', 'The disk is full: nothing can be attached. Make room and try again.')
    throw refused('bad_request', `It cannot be read (${String(code ?? 'no reason was told')}).`)
  }
}

const mostOffers = 50

/**
 * Finds files whose paths contain the typed letters in order. Contiguous letters, starts of names and short
 * paths come first; without words, the files nearest to the root.
 */
export function findFiles(files: readonly string[], words: string): Pick<FilesFound, 'files' | 'count'> {
  const sought = words.toLowerCase().replaceAll('\\', '/').replace(/^\.\//, '')
  const fitting = files.flatMap((path) => {
    const score = scoreOf(path, sought)
    return score === null ? [] : [{ path, score }]
  })
  const best = fitting.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1)).slice(0, mostOffers)
  return { files: best.map(({ path }) => path), count: fitting.length }
}

/** Higher is better; null: no match. */
function scoreOf(path: string, sought: string): number | null {
  const short = -path.length / 1000
  if (sought === '') return short - path.split('/').length
  const low = path.toLowerCase()
  const name = low.slice(low.lastIndexOf('/') + 1)
  if (name === sought || low === sought) return 100 + short
  if (name.startsWith(sought)) return 80 + short
  if (name.includes(sought)) return 60 + short
  if (low.includes(sought)) return 40 + short
  const spread = spreadOf(low, sought)
  return spread === null ? null : 20 - Math.min(19, spread / 4) + short
}

/** Number of extra letters between the matched ones, searching backwards; null: no match. */
function spreadOf(path: string, sought: string): number | null {
  let at = path.length
  let last = 0
  for (let letter = sought.length - 1; letter >= 0; letter--) {
    at = path.lastIndexOf(sought.charAt(letter), at - 1)
    if (at < 0 || (at === 0 && letter > 0)) return null
    if (letter === sought.length - 1) last = at
  }
  return last - at + 1 - sought.length
}
