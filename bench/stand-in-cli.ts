/**
 * Stands in for a CLI behind the real adapter: says what it is told to (`say: WORDS`), else `SILENT`, after a
 * moment. Notes when a prompt has come to its input, and when a turn of its ends.
 */
import { Marking, steadyNow } from './marks.ts'
import { standIn, tell, tellAnswer, tellLife } from './stand-in.ts'

/** How long it thinks, in ms: nobody is done before the last has heard. */
const THINKS = 150

const marking = new Marking(process.argv[2] ?? '', `cli-${process.pid}`)

standIn(({ uuid, shouldQuery, message }) => {
  const at = steadyNow()
  const text = String(message.content)
  const words = /^say: (.*)$/m.exec(text)?.[1]
  if (words === undefined) marking.note('heard', text, at)
  if (shouldQuery === false) tellLife(uuid, 'queued', 'started', 'completed')
  else turn(uuid, words ?? 'SILENT')
})

function turn(uuid: string, text: string): void {
  tellLife(uuid, 'queued', 'started')
  tell({ type: 'system', subtype: 'init' })
  setTimeout(() => {
    marking.note('said', text, steadyNow())
    tellAnswer(uuid, text)
  }, THINKS)
}
