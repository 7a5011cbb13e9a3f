/**
 * Until the first Codex of a home is ready it is alone there: two that make or renew the files of one home at once get
 * in each other's way, and one of them ends.
 */
export class Gate {
  #first: Promise<void> | null = null

  /** Resolves when one may be started; the answer is called when it is ready, or over. */
  async pass(): Promise<() => void> {
    const first = this.#first
    let open = (): void => {}
    this.#first ??= new Promise((resolve) => (open = resolve))
    await first
    return open
  }
}
