/** Milliseconds between an answer and the next request. */
export const pause = 3000

interface Watching<T> {
  readonly look: () => Promise<T>
  readonly told: (seen: T) => void
  readonly failed: (error: unknown) => void
  /** Defaults to whether the page is visible. */
  readonly isSeen?: () => boolean
  /** A timer, replaced in tests; returns a function that cancels it. */
  readonly after?: (ms: number, run: () => void) => () => void
}

const isShown = () => !document.hidden

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Polls while the user sees it. Returns a function that ends it. */
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
