import type { Attachment } from '../../contract/mail/attachments.ts'
import { attachmentLimits } from '../../contract/mail/attachments.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import { UnfitAttachmentError } from '../../ports/attachments.ts'
import { findFiles } from '../folders/find-files.ts'
import { findAgent, refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'

/** Pictures and files that go with messages, and finding the files of an agent's folder. */
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

/** What goes with a message: only the person attaches, and words that are a command take nothing along. */
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
    // What the disk says: full, or not to be read.
    log(`attachment: ${String(error)}`)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw refused('storage_full', 'The disk is full: nothing can be attached. Make room and try again.')
    throw refused('bad_request', `It cannot be read (${String(code ?? 'no reason was told')}).`)
  }
}
