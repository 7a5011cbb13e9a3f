import { expect, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { FactsCodex } from './real-facts.ts'

const a: AgentId = 'agt-aaaaaaaaaa'
const spawn = (...steps: string[]) => `call: spawn_agent ${JSON.stringify({ message: steps.join('\n') })}`

test('a thread of its own reports what it says and how it ends, and is stopped alone', async () => {
  const facts = await FactsCodex.open()
  const { real, desk } = facts
  try {
    await desk.start(a)
    desk.write(a, [spawn('say: low tide'), 'say: over'])
    const said = await real.heard.next(
      a,
      'block.said',
      ({ within, block }) => within !== undefined && block.kind === 'text',
    )
    expect(said).toMatchObject({ block: { text: 'low tide' } })
    const end = await real.heard.next(
      a,
      'block.said',
      ({ within, block }) => within?.call === said.within?.call && block.kind === 'result',
    )
    expect(end).toMatchObject({ block: { end: 'done' }, within: { tokens: expect.any(Number) as number } })

    desk.write(a, [spawn('wait: tide', 'say: never'), 'say: on'])
    await real.model.held('tide')
    const running = real.heard.facts.findLast((fact) => fact.type === 'background.changed')
    const [task] = running?.type === 'background.changed' ? running.tasks : []
    expect(task).toMatchObject({ kind: 'agent' })
    real.backend.perform({ do: 'agent.stopTask', agent: a, run: 1, task: task?.call ?? '' })
    const stopped = await real.heard.next(
      a,
      'block.said',
      ({ within, block }) => within?.call === task?.call && block.kind === 'result',
    )
    expect(stopped).toMatchObject({ block: { end: 'stopped' } })
  } finally {
    await real.close()
  }
})
