import type { CommentId } from '../../contract/folders/line-comments.ts'
import { user, type Scene, type Verb } from './scene.ts'

export const commentVerbs: Readonly<Record<string, Verb>> = {
  // `comment scout src/fares.js:3 Words.`
  comment: (scene, name, rest) => {
    const [, path = '', line = '', text = ''] = /^(\S+):(\d+) ?(.*)$/.exec(rest) ?? []
    const place = { path, side: 'new', line: Number(line), lines: [` line ${line}`] } as const
    return {
      type: 'comment.added',
      agent: scene.id(name),
      place: { ...place, before: null, after: null },
      text,
    }
  },
  // `editComment scout 1 Words.`: the first pending one; without text it is deleted.
  editComment: (scene, name, rest) => {
    const [at = '', ...words] = rest.split(' ')
    const text = words.length === 0 ? null : words.join(' ')
    const comment = pendingOf(scene, name)[Number(at) - 1]?.id ?? ('cmt-none' as CommentId)
    return { type: 'comment.changed', agent: scene.id(name), comment, text }
  },
  // `sendComments scout Words. key=k`
  sendComments: (scene, name, rest) => {
    const [words = '', key = null] = rest.split('key=')
    return {
      type: 'comments.sent',
      agent: scene.id(name),
      from: user,
      fromName: 'Mo',
      words: words.trim(),
      idempotencyKey: key,
      earlier: key === null ? null : scene.store.messageByKey(user, key),
    }
  },
}

const pendingOf = (scene: Scene, name: string) =>
  scene.state.agents.get(scene.id(name))?.agent.review?.pending ?? []

/** An agent's pending comments, one line each. */
export const commentLines = (scene: Scene, name: string): readonly string[] => {
  const pending = pendingOf(scene, name)
  return pending.length === 0
    ? ['  no comments']
    : pending.map(({ path, line, text }) => `  ${path}:${String(line)} ${text}`)
}
