import {
  commentLimits,
  type CommentId,
  type CommentPlace,
  type CommentStanding,
  type LineComment,
  type LineCommentView,
} from '../../contract/folders/line-comments.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import type { Command } from '../../core/step/events.ts'
import type { FileNow } from '../../ports/changes.ts'
import { answerTo, agentIdOf, findAgent, refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { authorAndName } from '../links/links-requests.ts'
import { readIn, shownPath, type Whose } from './changes/look-changes.ts'

export function commentHandlers(parts: RequestContext) {
  const { engine, store } = parts
  const agentOf = (ref: string) => findAgent(parts, ref).state.agent
  const list = (ref: string): readonly LineCommentView[] => {
    const agent = agentOf(ref)
    const standing = standings(parts, agent)
    const view =
      (message: LineCommentView['message']) =>
      (comment: LineComment): LineCommentView => ({ ...comment, lineStatus: standing(comment), message })
    const { pending = [], sent = [] } = agent.review ?? {}
    return [
      ...pending.map(view(null)),
      ...sent.toReversed().flatMap((id) => store.message(id)?.comments?.map(view(id)) ?? []),
    ]
  }
  const give = async (ref: string, command: Command): Promise<readonly LineCommentView[]> => {
    await engine.command(command)
    return list(ref)
  }
  return {
    'comments.list': (_, { agent }) => list(agent),
    'comments.add': (_, input) => {
      const agent = agentOf(input.agent)
      const place = placeOf(parts, agent, input)
      return give(input.agent, { type: 'comment.added', agent: agent.id, place, text: input.text })
    },
    'comments.change': (_, { agent, id, text }) =>
      give(agent, { type: 'comment.changed', agent: agentOf(agent).id, comment: id as CommentId, text }),
    'comments.remove': (_, { agent, id }) =>
      give(agent, {
        type: 'comment.changed',
        agent: agentOf(agent).id,
        comment: id as CommentId,
        text: null,
      }),
    'comments.send': (caller, input) => sendAll(parts, caller, input),
  } satisfies Partial<Handlers>
}

/** Reads each file once. */
function standings({ workspace }: RequestContext, { cwd }: Whose): (place: CommentPlace) => CommentStanding {
  const files = new Map<string, FileNow>()
  return (place) => {
    const now = files.get(place.path) ?? readIn(workspace, cwd, place.path)
    files.set(place.path, now)
    if (now.kind !== 'text' && now.kind !== 'missing') return { state: 'unknown' }
    return standingOf(place, now.kind === 'text' ? now.text : null)
  }
}

/** Current line numbers, since the agent reads the files as they are now. */
function movedLines(parts: RequestContext, id: AgentId): Readonly<Record<CommentId, number>> {
  const agent = parts.engine.state.agents.get(id)?.agent
  if (!agent?.review) return {}
  const standing = standings(parts, agent)
  return Object.fromEntries(
    agent.review.pending.flatMap((comment) => {
      const now = standing(comment)
      return now.state === 'there' && comment.line > 0 ? [[comment.id, now.line]] : []
    }),
  )
}

async function sendAll(
  parts: RequestContext,
  caller: Caller,
  { agent, message: words = '', idempotencyKey: key }: RequestInput<'comments.send'>,
) {
  const { by: from, byName: fromName } = authorAndName(parts, caller)
  const idempotencyKey = key ?? null
  const id = agentIdOf(parts, agent)
  const { message } = await answerTo(parts, 'message', () => ({
    type: 'comments.sent' as const,
    agent: id,
    from,
    fromName,
    words,
    moved: movedLines(parts, id),
    idempotencyKey,
    earlier: idempotencyKey === null ? null : parts.store.messageByKey(from, idempotencyKey),
  }))
  return { message: message.id, comments: message.comments?.length ?? 0 }
}

/** The given lines of a diff, else the lines of the file as it is now. */
function placeOf(parts: RequestContext, agent: Whose, input: RequestInput<'comments.add'>): CommentPlace {
  const { line, endLine = line, side = 'new', lines, before = null, after = null } = input
  const path = shownPath(agent.cwd, input.path)
  if (lines) return { path, side, line, lines, before, after }
  const now = readIn(parts.workspace, agent.cwd, path)
  if (now.kind !== 'text') throw refused('bad_request', `${path} is no text file in the agent’s folder.`)
  const file = now.text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (line < 1 || endLine < line || endLine > file.length)
    throw refused('bad_request', `${path} has the lines 1 to ${String(file.length)}.`)
  // One line over the limit is kept so that the core refuses it with the limit.
  const quoted = file.slice(line - 1, Math.min(endLine, line + commentLimits.lines))
  return {
    path,
    side: 'new',
    line,
    lines: quoted.map((one) => ` ${one}`),
    before: file[line - 2] ?? null,
    after: file[endLine] ?? null,
  }
}

/** Whether a comment's lines are unchanged in the present file; null: there is no file. */
export function standingOf(place: CommentPlace, now: string | null): CommentStanding {
  const { line, lines, side, before, after } = place
  const file = now === null ? [] : now.split(/\r?\n/)
  if (side === 'old') {
    // Removed lines are back if they occur between the lines that surrounded them.
    const back = [...around(before), ...lines.map((one) => one.slice(1)), ...around(after)]
    const isBack = now !== null && placesOf(back, file).length > 0
    return isBack ? { state: 'changed' } : { state: 'there', line }
  }
  const own = lines.filter((one) => !one.startsWith('-')).map((one) => one.slice(1))
  const places = now === null ? [] : placesOf(own, file)
  const isBetween = (at: number): number =>
    Number(file[at - 1] === (before ?? undefined)) + Number(file[at + own.length] === (after ?? undefined))
  // Prefer the place with the same surrounding lines, then the nearest.
  const [best] = places.toSorted(
    (a, b) => isBetween(b) - isBetween(a) || Math.abs(a + 1 - line) - Math.abs(b + 1 - line),
  )
  return best === undefined ? { state: 'changed' } : { state: 'there', line: best + 1 }
}

const around = (line: string | null): readonly string[] => (line === null ? [] : [line])

function placesOf(lines: readonly string[], file: readonly string[]): readonly number[] {
  return file.flatMap((_, at) => (lines.every((line, by) => file[at + by] === line) ? [at] : []))
}
