import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { quitOnSignals, quittingMessage } from './quitting.ts'

/** A process with one Janus whose exit the test controls; records what happened. */
class Process extends EventEmitter {
  readonly done: string[] = []
  readonly #aborted = Promise.withResolvers<void>()
  readonly exited = Promise.withResolvers<void>()
  readonly isHurried: () => boolean

  constructor() {
    super()
    const janus = { busy: () => ['Critic'], abort: () => (this.done.push('abort'), this.#aborted.promise) }
    this.isHurried = quitOnSignals(
      {
        running: () => [janus],
        quit: () => this.done.push('quit'),
        exit: (code) => (this.done.push(`exit ${String(code)}`), this.exited.resolve()),
        say: (line) => this.done.push(line),
      },
      this,
    ).isHurried
  }

  ended(): void {
    this.#aborted.resolve()
  }
}

const words = quittingMessage(['Critic'])

test.each([['SIGINT'], ['SIGTERM'], ['SIGHUP'], ['disconnect']])(
  '%s quits, once words for the user are out',
  (signal) => {
    const process = new Process()
    process.emit(signal)
    expect([process.done, process.isHurried()]).toEqual([[words, 'quit'], false])
  },
)

test.each([
  ['passed on after it', ['SIGINT', 'SIGTERM', 'SIGTERM']],
  ['passed on before it', ['SIGTERM', 'SIGTERM', 'SIGINT']],
  ['passed on by a terminal that is closed', ['SIGHUP', 'SIGTERM', 'SIGHUP']],
])('one press %s is one', (_, signals) => {
  const process = new Process()
  for (const signal of signals) process.emit(signal)
  expect([process.done, process.isHurried()]).toEqual([[words, 'quit'], false])
})

test('a second press ends all by force, then the process; further ones change nothing', async () => {
  const process = new Process()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT', 'SIGTERM', 'SIGINT']) process.emit(signal)
  expect([process.done, process.isHurried()]).toEqual([[words, 'quit', 'Ending all at once.', 'abort'], true])
  process.ended()
  await process.exited.promise
  expect(process.done.at(-1)).toBe('exit 130')
})

test.each([
  [[], 'Quitting. A second Ctrl-C ends all at once.'],
  [['Ada'], "Quitting: Ada's turn is being stopped and goes on at the next start."],
  [['Ada', 'Bo'], 'Quitting: the turns of Ada and Bo are being stopped and go on at the next start.'],
  [['Ada', 'Bo', 'Cy', 'Di'], 'Quitting: the turns of Ada, Bo, Cy and Di are being stopped'],
  [['Ada', 'Bo', 'Cy', 'Di', 'Ed'], 'Quitting: the turns of Ada, Bo, Cy and 2 others are being stopped'],
])('of %j it says so', (busy, said) => {
  expect(quittingMessage(busy)).toContain(said)
})
