import type { MenuItem } from '../../components/menu.tsx'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { handOver } from '../../state/hand-over.ts'
import { askedFor, timeline } from '../../state/timeline.ts'
import { toast } from '../../state/view-store.ts'

/** The timeline as it is filtered now, as a file. */
export function exportItems(): readonly MenuItem[] {
  return [
    { label: 'As Markdown', run: () => void exportTimeline('md') },
    { label: 'As JSON', run: () => void exportTimeline('json') },
  ]
}

const types = { md: 'text/markdown', json: 'application/json' } as const

async function exportTimeline(format: 'md' | 'json'): Promise<void> {
  try {
    const { filter } = timeline.getState()
    const { name, text, rows, isCut } = await ask('timeline.export', {
      ...askedFor(filter, Date.now()),
      format,
    })
    const count = `${rows} ${rows === 1 ? 'row' : 'rows'}`
    await handOver(name, text, types[format])
    if (isCut) toast(`It has the newest ${count}; choose a time to have older ones.`)
  } catch (error) {
    toast(wordsOf(error), { isError: true })
  }
}
