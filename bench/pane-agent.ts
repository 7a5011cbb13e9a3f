/**
 * Stands in for a CLI in a terminal: draws what is typed into it, as those do, and says what the bench tells it
 * to. Notes when words were typed to the end, when they were sent off, and when it has said something.
 */
import { Marking, steadyNow } from './marking.ts'

const [path = '', name = ''] = process.argv.slice(2)
const marking = new Marking(path, name, (words) => {
  const at = steadyNow()
  process.stdout.write(`\r\n${words}`)
  marking.note('said', words, at)
})
let typed = ''
process.stdin.setRawMode(true)
process.stdin.on('data', (chunk: Buffer) => {
  const at = steadyNow()
  const keys = chunk.toString('utf8')
  typed += keys
  process.stdout.write(keys.replace(/\r?\n/g, '\r\n'))
  if (!typed.endsWith('\r')) return
  marking.note('heard', typed, at)
  typed = ''
})
