import { expect, onTestFinished, test } from 'vitest'
import { pngOf } from '../../testkit/factories/attachments.ts'
import { RealCodex } from './real-codex.ts'
import { startAgent } from '../testing/start-agent.ts'

const a = 'agt-aaaaaaaaaa'
const bytes = pngOf(40, 30, 200)

test('pictures beside a prompt and a note are before Codex’s model, and its prompt is found again', async () => {
  const real = await RealCodex.start()
  onTestFinished(() => real.close())
  const picture = real.keep('/kept/a.png', bytes)
  await startAgent(real, a, { kind: 'codex' })
  const note = real.write(a, 'A note.', { how: 'note', pictures: [picture] })
  await real.heard.next(a, 'frame.started', ({ frame }) => frame === note)
  const frame = real.write(a, 'What is this?', { pictures: [picture] })
  expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'completed' } })
  const shown = JSON.stringify(real.model.heard().at(-1)?.body).split(bytes.toString('base64')).length - 1
  expect(shown).toBe(2)
  await real.stop(a)
  const place = { agent: a, kind: 'codex', program: null, cwd: real.work } as const
  const conversation = real.conversation(a)
  real.backend.perform({ do: 'transcript.locate', ...place, conversation, frames: [frame, note] })
  const { found } = await real.heard.next(a, 'frames.located')
  expect(found.map((one) => one.found)).toEqual(['finished', 'finished'])
})
