import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { FrameId } from '../../contract/api/model.ts'
import type { Entrance, PictureRef } from '../../ports/ports.ts'
import { pngOf } from '../../testkit/factories/attachments.ts'
import { RealBackend } from './real-backend.ts'
import { findTranscript, locateInTranscript } from './transcript.ts'
import { startAgent } from '../testing/start-agent.ts'

const a = 'agt-aaaaaaaaaa'
const conversation = randomUUID()
const bytes = pngOf(40, 30, 200)
const seen = bytes.toString('base64')

async function open(): Promise<{ real: RealBackend; start: (run: number) => Promise<void> }> {
  const real = await RealBackend.start()
  onTestFinished(() => real.close())
  const start = async (run: number): Promise<void> => {
    await startAgent(real, a, { kind: 'claude', conversation, conversed: run > 1, run })
  }
  return { real, start }
}

function writer(real: RealBackend, picture: PictureRef) {
  return (run: number, text: string, how: Entrance = 'begin'): FrameId =>
    real.write(a, text, { run, isFromUser: how !== 'note', how, pictures: [picture] })
}

async function placeOf(real: RealBackend, frame: FrameId): Promise<string> {
  return (await locateInTranscript((await findTranscript(real.config, conversation)) ?? '', frame)).found
}

const shownTo = (real: RealBackend): number =>
  JSON.stringify(real.model.requests().at(-1)?.messages).split(seen).length - 1

test('a picture beside a prompt is before the model as it was, is found again by its id, and is resumed', async () => {
  const { real, start } = await open()
  const picture = real.keep('/kept/a.png', bytes)
  const write = writer(real, picture)
  await start(1)
  const frame = write(1, 'What is this?')
  expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { kind: 'completed' } })
  expect(shownTo(real)).toBe(1)
  await real.stop(a)
  expect(await placeOf(real, frame)).toBe('finished')
  await start(2)
  write(2, 'And now?')
  await real.heard.next(a, 'turn.ended', ({ run }) => run === 2)
  expect(shownTo(real)).toBe(2)
})

test('so are those of a note before a prompt, which the CLI makes one, and of words steered into a turn', async () => {
  const { real, start } = await open()
  const write = writer(real, real.keep('/kept/a.png', bytes))
  await start(1)
  const note = write(1, 'A note.', 'note')
  await real.heard.next(a, 'frame.started', ({ frame }) => frame === note)
  const first = write(1, 'call: mcp__janus-agents__hold {"name":"one"}\nsay: done')
  await real.appears('state/held-one')
  const fold = write(1, 'Look at this too.', 'steer')
  await real.heard.next(a, 'frame.accepted', ({ frame }) => frame === fold)
  writeFileSync(join(real.state, 'go-one'), '')
  await real.heard.next(a, 'turn.ended')
  expect(shownTo(real)).toBe(3)
  await real.stop(a)
  expect(await Promise.all([note, first, fold].map((one) => placeOf(real, one)))).toEqual([
    'finished',
    'finished',
    'finished',
  ])
})
