import type { FrameId } from '../contract/model.ts'
import type { Intent } from '../contract/ties.ts'
import { writtenIn, type Commit, type Written } from './ledger.ts'
import { isAbsorbed } from './invariant-frames.ts'

/** What a prompt puts before a model, and so what its turn is: somebody's words, or housekeeping. */
export type Began = 'human' | 'peer' | 'command' | 'notice' | 'reminder' | 'piece' | 'unknown' | Intent

/** Remembers of every prompt what it was, also through deaths and interruptions: told by what is in it. */
export class Occasions {
  readonly #began = new Map<FrameId, Began>()

  /** Takes over the prompts of a commit. */
  take(commit: Commit): void {
    for (const written of writtenIn(commit)) this.#began.set(written.frame.id, this.#beganBy(written, commit))
  }

  /** What the turn of a prompt is; `unknown` without a prompt. */
  of(frame: FrameId | null): Began {
    return frame === null ? 'unknown' : (this.#began.get(frame) ?? 'unknown')
  }

  #beganBy({ frame, messages }: Written, { rows }: Commit): Began {
    if (frame.kind === 'heartbeat') return frame.heartbeat?.intent ?? 'unknown'
    if (frame.kind === 'reminder' || frame.kind === 'piece') return frame.kind
    if (frame.kind === 'mail') {
      const own = messages.filter((message) => !isAbsorbed(message))
      const words = own.find(({ from }) => from.kind === 'human')
      if (words) return words.body.trimStart().startsWith('/') ? 'command' : 'human'
      return own.some(({ from }) => from.kind === 'agent') ? 'peer' : 'notice'
    }
    const broken = rows.flatMap((row) =>
      row.table === 'frame' && !row.open && row.row.phase === 'unfinished' ? [row.row] : [],
    )
    const mine = broken.filter(({ agent, id }) => agent === frame.agent && id !== frame.id)
    // Of several that end at once it takes up the one whose words it brings again.
    const words = frame.messages.join()
    const taken = mine.find((one) => one.messages.join() === words) ?? mine[0]
    return taken ? this.of(taken.id) : 'unknown'
  }
}

/** Whether a turn is somebody's words: only such turns cross links. */
export function isWords(began: Began): boolean {
  return began === 'human' || began === 'peer'
}
