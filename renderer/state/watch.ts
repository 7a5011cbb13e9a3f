/** How long after an answer what runs is looked at again, in ms. */
export const pause = 3000

interface Watching<T> {
  readonly look: () => Promise<T>
  readonly told: (seen: T) => void
  readonly failed: (error: unknown) => void
  /** Whether the user sees it; without it, whether they see the window. */
  readonly isSeen?: () => boolean
  /** Calls once after so many ms; the answer cancels it. */
  readonly after?: (ms: number, run: () => void) => () => void
}

const isShown = () => !document.hidden

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Looks at once, then again a while after each answer, until the answer is called; what is not seen is not measured. */
export function watch<T>({ look, told, failed, isSeen = isShown, after = later }: Watching<T>): () => void {
  let isOver = false
  let cancel = () => {}
  const once = async () => {
    try {
      if (isSeen()) {
        const seen = await look()
        if (!isOver) told(seen)
      }
    } catch (error) {
      if (!isOver) failed(error)
    }
    if (!isOver) cancel = after(pause, () => void once())
  }
  void once()
  return () => {
    isOver = true
    cancel()
  }
}
