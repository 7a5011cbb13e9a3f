/**
 * A stand-in CLI behind the real adapter: after a moment answers what it is told to (`say: WORDS`), else
 * `SILENT`. Reports when a prompt reaches its input, and when a turn ends.
 */
import { Marking, steadyNow } from './marks.ts'
import { standIn, tell, tellAnswer, tellLife } from './stand-in.ts'

/** Milliseconds of thinking: no turn may end before the last listener has its message. */
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
