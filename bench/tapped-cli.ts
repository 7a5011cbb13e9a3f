/** Runs the real CLI and passes its input and output through, reporting when a prompt comes and when a turn ends. */
import { spawn } from 'node:child_process'
import { Marking, steadyNow } from './marks.ts'

const [path = '', cli = '', ...args] = process.argv.slice(2)
const marking = new Marking(path, `cli-${process.pid}`)
const child = spawn(cli, args, { stdio: ['pipe', 'pipe', 'inherit'] })
child.stdin.on('error', () => {})
child.on('exit', (code) => process.exit(code ?? 1))

process.stdin.on(
  'data',
  eachLine((line, at) => heard(line, at)),
)
process.stdout.on('error', () => {})
child.stdout.on(
  'data',
  eachLine((line, at) => said(line, at)),
)
process.stdin.pipe(child.stdin)
child.stdout.pipe(process.stdout)

function heard(line: string, at: number): void {
  const frame = read<{ type: string; message?: { content: unknown } }>(line)
  const text = JSON.stringify(frame?.message?.content ?? '')
  // A prompt with a script is the user's, not another agent's.
  if (frame?.type === 'user' && !text.includes('say: mark-')) marking.note('heard', text, at)
}

function said(line: string, at: number): void {
  const end = read<{ type: string; result?: string }>(line)
  if (end?.type === 'result') marking.note('said', end.result ?? '', at)
}

/** Splits into lines, each with the time at which its last byte came. */
function eachLine(take: (line: string, at: number) => void): (chunk: Buffer) => void {
  let rest = ''
  return (chunk) => {
    const at = steadyNow()
    const lines = (rest + chunk.toString('utf8')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line, at)
  }
}

/** Parses only lines that may contain a mark. */
function read<T>(line: string): T | null {
  return line.includes('mark-') ? (JSON.parse(line) as T) : null
}
