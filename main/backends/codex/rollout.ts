import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FrameId } from '../../contract/api/model.ts'
import type { Located } from '../../ports/ports.ts'
import { asObject, asText, parseObject, type Json } from '../../adapters/processes/json.ts'
import { codeOf } from '../../adapters/folder/errors.ts'
import { fileLines } from '../../adapters/processes/imported-turns.ts'

/** The item id of a note; Codex keeps ids of this form. */
export const noteId = (frame: FrameId): string => `msg_${frame}`

/** The file of a conversation, or null if it has no messages or is gone. */
export async function findRollout(home: string, conversation: string): Promise<string | null> {
  if (!/^[\w-]+$/.test(conversation)) return null
  for (const sessionList of ['sessions', 'archived_sessions']) {
    const files = await readdir(join(home, sessionList), { recursive: true }).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    })
    const name = files.find((file) => file.endsWith(`-${conversation}.jsonl`))
    if (name !== undefined) return join(home, sessionList, name)
  }
  return null
}

export async function locateInRollout(
  home: string,
  conversation: string,
  frames: readonly FrameId[],
): Promise<readonly Located[]> {
  const path = await findRollout(home, conversation)
  const reading = new Reading(frames)
  if (path !== null)
    for await (const line of fileLines(path)) if (maySayWhere(line)) reading.line(parseObject(line) ?? {})
  return frames.map((frame) => reading.found(frame))
}

class Reading {
  readonly #frames: ReadonlySet<string>
  readonly #notes: ReadonlyMap<string, FrameId>
  /** The turn that read each frame; null for notes. */
  readonly #turns = new Map<string, string | null>()
  /** Final texts of turns that ended by themselves. */
  readonly #ends = new Map<string, string>()

  constructor(frames: readonly FrameId[]) {
    this.#frames = new Set(frames)
    this.#notes = new Map(frames.map((frame) => [noteId(frame), frame]))
  }

  line({ type, payload: raw }: Json): void {
    const payload = asObject(raw)
    if (type === 'response_item') {
      const note = this.#notes.get(asText(payload['id']))
      if (note !== undefined) this.#turns.set(note, null)
    }
    if (type !== 'event_msg') return
    const turn = asText(payload['turn_id'])
    if (payload['type'] === 'task_complete') this.#ends.set(turn, asText(payload['last_agent_message']))
    if (payload['type'] !== 'item_completed') return
    const item = asObject(payload['item'])
    const frame = asText(item['client_id'])
    if (item['type'] === 'UserMessage' && this.#frames.has(frame)) this.#turns.set(frame, turn)
  }

  found(frame: FrameId): Located {
    const turn = this.#turns.get(frame)
    if (turn === undefined) return { frame, found: 'absent', text: '' }
    if (turn === null) return { frame, found: 'finished', text: '' }
    const end = this.#ends.get(turn)
    return end === undefined
      ? { frame, found: 'unfinished', text: '' }
      : { frame, found: 'finished', text: end }
  }
}

/** Most lines are long, come from the model, and say nothing about frames, so they are not parsed. */
const maySayWhere = (line: string): boolean => /"(?:task_complete|UserMessage)"|"id":"msg_/.test(line)
