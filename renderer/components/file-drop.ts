import { isField } from './focus.ts'

type TakeFiles = (files: readonly File[]) => void

/** The one that was added last gets the files. */
const takers: TakeFiles[] = []

/** Sends dropped and pasted files to `take`. Returns a function that ends it. */
export function takeFiles(take: TakeFiles): () => void {
  takers.push(take)
  return () => void takers.splice(takers.indexOf(take), 1)
}

/**
 * Keeps dropped files from replacing the page: they go to the current taker, else `refused` is called. While
 * files are dragged over the window, the root has `data-dropping`. Returns a function that ends it.
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
    // The pointer has left the window, not only moved to another element.
    if (event.relatedTarget === null) mark(false)
  }
  const dropped = (event: DragEvent): void => {
    mark(false)
    // Text goes into the field under it; anything else would be opened in place of the page.
    if (!hasFiles(event) && isField(event.target)) return
    event.preventDefault()
    if (hasFiles(event)) give(event, [...(event.dataTransfer?.files ?? [])])
  }
  const pasted = (event: ClipboardEvent): void => {
    const files = [...(event.clipboardData?.files ?? [])]
    // A copied table comes as text and as a picture; the text is meant.
    if (files.length === 0 || event.clipboardData?.getData('text/plain')) return
    event.preventDefault()
    give(event, files)
  }
  const give = (event: Event, files: readonly File[]): void => {
    const take = isInDialog(event) ? undefined : takers.at(-1)
    if (take) take(files)
    else refused()
  }
  const end = new AbortController()
  const { signal } = end
  window.addEventListener('dragover', over, { signal })
  window.addEventListener('dragenter', over, { signal })
  window.addEventListener('dragleave', left, { signal })
  window.addEventListener('drop', dropped, { signal })
  window.addEventListener('paste', pasted, { signal })
  return () => end.abort()
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

const isInDialog = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('dialog') !== null
