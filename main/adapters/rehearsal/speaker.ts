import { randomUUID } from 'node:crypto'
import { tokens } from './asked.ts'
import { callId } from './conversation.ts'
import type { Piece } from './plan.ts'

/** All methods reject when the client disconnects. */
export interface Pacing {
  /** Milliseconds. */
  pause(ms: number): Promise<void>
  /** Resolves when the gate is opened. */
  gate(name: string): Promise<void>
}

/** Output of an answer in order: parts of text, whole thoughts and calls, then the end. */
export type Utterance =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string }
  | {
      readonly kind: 'call'
      readonly id: string
      readonly tool: string
      readonly input: Record<string, unknown>
    }
  /** `output`: tokens. */
  | { readonly kind: 'end'; readonly output: number }

export class ScriptedFailure extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The script wanted the answer to fail with ${status}.`)
    this.status = status
  }
}

/** Gate of an answer that never comes. */
export const never = 'hang'

/** Characters per delta when the text is not slowed down. */
const CHUNK = 48

/** Joins texts with line breaks. Throws `ScriptedFailure`. */
export async function* speak(pieces: readonly Piece[], pacing: Pacing): AsyncGenerator<Utterance> {
  let written = 0
  let hasSpoken = false
  for (const piece of pieces) {
    if (piece.do === 'think') await pacing.pause(piece.ms)
    else if (piece.do === 'wait') await pacing.gate(piece.name)
    else if (piece.do === 'muse') yield { kind: 'thought', text: piece.text }
    else if (piece.do === 'fail') {
      if (piece.status !== null) throw new ScriptedFailure(piece.status)
      await pacing.gate(never)
    } else if (piece.do === 'call') {
      const { tool, input, done } = piece
      yield { kind: 'call', id: callId(done, randomUUID().slice(0, 13).replace('-', '')), tool, input }
      written += JSON.stringify(input).length
    } else {
      const text = hasSpoken ? `\n${piece.text}` : piece.text
      hasSpoken = true
      const chunks = piece.ms > 0 ? words(text) : slices(text)
      for (const chunk of chunks) {
        if (piece.ms > 0) await pacing.pause(piece.ms / chunks.length)
        yield { kind: 'text', text: chunk }
      }
      written += text.length
    }
  }
  yield { kind: 'end', output: tokens(written) }
}

function words(text: string): string[] {
  return text.match(/\s*\S+/g) ?? [text]
}

function slices(text: string): string[] {
  const letters = [...text]
  const slices: string[] = []
  for (let at = 0; at < letters.length; at += CHUNK) slices.push(letters.slice(at, at + CHUNK).join(''))
  return slices.length === 0 ? [''] : slices
}
