import { randomUUID } from 'node:crypto'
import { tokens } from './asked.ts'
import { callId } from './conversation.ts'
import type { Piece } from './plan.ts'

/** What a speaker needs from its surroundings; all reject when the listener is gone. */
export interface Pacing {
  /** Waits `ms` milliseconds. */
  pause(ms: number): Promise<void>
  /** Waits until the gate is opened. */
  gate(name: string): Promise<void>
}

/** What is heard of an answer, in order: parts of words, whole thoughts and calls, and once its end. */
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

/** An answer that is an error by its script. */
export class ScriptedFailure extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The script wanted the answer to fail with ${status}.`)
    this.status = status
  }
}

/** The gate at which an answer waits that never comes. */
export const never = 'hang'

/** Characters of one delta when nothing slows it down. */
const CHUNK = 48

/** Speaks an answer: its words are one text, each piece on a line of its own. Throws `ScriptedFailure`. */
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
