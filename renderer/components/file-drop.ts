/** Takes files that were dropped or pasted somewhere in the window. */
type TakeFiles = (files: readonly File[]) => void

/** Who takes them: whoever came into view last. */
const takers: TakeFiles[] = []

/** From now on files that come into the window are for this one; the answer ends that. */
export function takeFiles(take: TakeFiles): () => void {
  takers.push(take)
  return () => void takers.splice(takers.indexOf(take), 1)
}

/**
 * A file that is dropped or pasted never leads the page away: it goes to anyone who takes files, `refused` hears of it where
 * nobody does. The answer ends it. While files are held over the window, `data-dropping` stands on the root.
 */
export function guardDrops(refused: () => void): () => void {
  const mark = (isOver: boolean): void => {
    if (isOver) document.documentElement.dataset['dropping'] = ''
    else delete document.documentElement.dataset['dropping']
  }
  const over = (event: DragEvent): void => {
    if (!hasFiles(event)) return
    event.preventDefault()
    const isTaken = takers.length > 0 && !isInDialog(event)
    if (event.dataTransfer) event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none'
    mark(isTaken)
  }
  const left = (event: DragEvent): void => {
    // Out of the window, not only into another part of it.
    if (event.relatedTarget === null) mark(false)
  }
  const dropped = (event: DragEvent): void => {
    mark(false)
    // Words go into the field under them; all else would be opened in place of the page.
    if (!hasFiles(event) && isField(event.target)) return
    event.preventDefault()
    if (hasFiles(event)) give(event, [...(event.dataTransfer?.files ?? [])])
  }
  const pasted = (event: ClipboardEvent): void => {
    const files = [...(event.clipboardData?.files ?? [])]
    // A table comes as words and as a picture of them: the words are meant.
    if (files.length === 0 || event.clipboardData?.getData('text/plain')) return
    event.preventDefault()
    give(event, files)
  }
  const give = (event: Event, files: readonly File[]): void => {
    const take = isInDialog(event) ? undefined : takers.at(-1)
    if (take) take(files)
    else refused()
  }
  const ends = [
    listen('dragover', over),
    listen('dragenter', over),
    listen('dragleave', left),
    listen('drop', dropped),
    listen('paste', pasted),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function listen<K extends keyof WindowEventMap>(
  type: K,
  hear: (event: WindowEventMap[K]) => void,
): () => void {
  window.addEventListener(type, hear)
  return () => window.removeEventListener(type, hear)
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

const isInDialog = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('dialog') !== null

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
