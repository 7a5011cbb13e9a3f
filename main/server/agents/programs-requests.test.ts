import { describe, expect, test } from 'vitest'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { expectRefused } from '../testing/expect-refused.ts'

const nothing = {
  path: null,
  version: null,
  problem: { line: 'binary', words: 'The Claude CLI is not installed.' },
} as const

/** A machine without a Claude CLI until it is downloaded. */
async function bare(): Promise<ComposedJanus> {
  const janus = new ComposedJanus()
  const there = janus.installation.found
  janus.installation.check = () =>
    Promise.resolve(janus.downloads.path('claude') === null ? { ...there, ...nothing } : there)
  await janus.window('app.check', {})
  return janus
}

const claudeOf = async (janus: ComposedJanus) =>
  (await janus.window('app.status', {})).kinds.find(({ kind }) => kind === 'claude')

describe('a program that is missing', () => {
  test('is downloaded by a window, which sees how far it is, and can answer then', async () => {
    const janus = await bare()
    expect(await claudeOf(janus)).toMatchObject({ ...nothing, download: { state: { kind: 'absent' } } })
    const over = janus.window('programs.install', { kind: 'claude' })
    const halfway = { kind: 'downloading', received: 64, total: 128 } as const
    janus.downloads.become(halfway)
    expect((await claudeOf(janus))?.download).toEqual({
      version: '0.3.330',
      from: 'registry.npmjs.org',
      state: halfway,
    })
    janus.downloads.become({ kind: 'unpacking' })
    janus.downloads.become({ kind: 'installed' })
    const { kinds } = await over
    expect(kinds[0]).toMatchObject({
      kind: 'claude',
      problem: null,
      download: { state: { kind: 'installed' } },
    })
  })

  test('is downloaded by the command, which is told why it failed', async () => {
    const janus = await bare()
    const over = janus.as({ kind: 'api' }, 'programs.install', { kind: 'claude' })
    janus.downloads.become({ kind: 'failed', words: 'No network.' })
    await expect(over).rejects.toMatchObject({ refusal: { code: 'wrong_state', message: 'No network.' } })
  })

  test('can be cancelled, and removed again', async () => {
    const janus = await bare()
    const cancelled = janus.window('programs.install', { kind: 'claude' })
    await janus.window('programs.cancel', { kind: 'claude' })
    expect((await cancelled).kinds[0]?.problem?.line).toBe('binary')
    const over = janus.window('programs.install', { kind: 'claude' })
    janus.downloads.become({ kind: 'installed' })
    await over
    await janus.as({ kind: 'api' }, 'programs.remove', { kind: 'claude' })
    expect(await claudeOf(janus)).toMatchObject({ ...nothing, download: { state: { kind: 'absent' } } })
  })
})

test('of a kind that Janus cannot download it says how to install it', async () => {
  const janus = await bare()
  await expect(janus.window('programs.install', { kind: 'gemini' })).rejects.toMatchObject({
    refusal: {
      code: 'bad_kind',
      message:
        'Janus cannot download the Gemini CLI for this system. Install it yourself: npm install -g @google/gemini-cli',
    },
  })
})

test('agents download and remove nothing', async () => {
  const janus = await bare()
  for (const kind of ['programs.install', 'programs.remove'] as const)
    await expectRefused(
      janus.as({ kind: 'agent', id: 'agt-ann0000000' as never }, kind, { kind: 'claude' }),
      'not_allowed',
    )
})
