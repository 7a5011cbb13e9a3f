import { openStore } from '../../../adapters/store/store.ts'
import { keepEvery, StreamKeeper } from '../stream-keeper.ts'
import { openEngine } from '../../../testkit/open-engine.ts'

/**
 * A program for tests: an agent is in the middle of an answer, part of which was saved; prints a line, and
 * waits to be killed.
 */
const [folder = ''] = process.argv.slice(2)
const { engine, clock, to, say } = await openEngine([{ do: 'hang' }], undefined, openStore(folder))
await engine.command(say('Tell me of the fares.'))
clock.advance(1000)
const run = engine.state.agents.get(to)?.run ?? 0
const keeper = new StreamKeeper(clock, (agent, text) => {
  engine.fact({ type: 'words.streamed', agent, run, text })
})
const comes = (text: string): void =>
  keeper.delta({ kind: 'delta', agent: to, block: 'b1', of: 'text', text })
comes('The fares ')
comes('are')
clock.advance(keepEvery)
comes(' in one file')
console.log('kept')
setInterval(() => undefined, 60_000)
