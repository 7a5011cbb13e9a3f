import { placeWords, type LineCommentView } from '../../../main/contract/folders/line-comments.ts'
import { RefusedError } from '../../../main/contract/api/errors.ts'
import { list } from '../table.ts'
import { one, requestVerb, text, grouped } from '../verb.ts'
import { messageKey } from './messages.ts'

const agent = one('AGENT', { source: 'agent' })

const commentTable = list<LineCommentView>('There are no comments on its changes', {
  LINES: placeWords,
  COMMENT: ({ text: words }) => words,
  SENT: ({ message }) => (message === null ? 'pending' : 'sent'),
  NOW: ({ lineStatus }) => (lineStatus.state === 'changed' ? 'changed since' : ''),
})

function placeOf(written: string): { path: string; line: number; endLine?: number } {
  const [, path, first, last] = /^(.+):(\d{1,8})(?:-(\d{1,8}))?$/.exec(written) ?? []
  if (path === undefined || first === undefined)
    throw new RefusedError({
      code: 'bad_request',
      message: 'Name a file and a line, such as src/fares.js:12-14.',
    })
  return { path, line: Number(first), ...(last === undefined ? {} : { endLine: Number(last) }) }
}

export const commentVerbs = grouped('Working together', [
  requestVerb({
    name: 'comments',
    about: 'List your comments on the lines of an agent’s changes',
    args: { agent },
    asks: 'comments.list',
    words: commentTable,
  }),
  requestVerb({
    name: 'comments add',
    about: 'Comment on lines of a file in the agent’s folder',
    args: { agent, lines: one('FILE:LINE'), text: text() },
    examples: ['janus comments add Scout src/fares.js:12-14 Why half?'],
    asks: 'comments.add',
    input: async ({ agent: to, lines, text: words }, app) => ({
      agent: to,
      ...placeOf(lines),
      text: await app.textOf(words),
    }),
    words: commentTable,
  }),
  requestVerb({
    name: 'comments send',
    about: 'Send all pending comments as one message',
    args: { agent, text: text('any') },
    asks: 'comments.send',
    input: async ({ agent: to, text: words }, app) => ({
      agent: to,
      ...(words === '' ? {} : { message: await app.textOf(words) }),
      idempotencyKey: messageKey(),
    }),
    words: ({ comments, message }) =>
      `${comments === 1 ? '1 comment' : `${comments} comments`} sent (${message})`,
  }),
])
