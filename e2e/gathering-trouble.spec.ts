import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './app.ts'
import { circleOnce, closed, convene, rowsOf, type CircleSeen } from './circles.ts'
import type { Desk } from './desk.ts'
import { wordsOf } from './model.ts'
import { ask, body, makeAgents } from './peers.ts'
import type { Place } from './place.ts'
import { realCli } from './real-cli.ts'

const reasons = ({ utterances }: CircleSeen): readonly string[] =>
  utterances.flatMap(({ kind, name, text }) => (kind === 'missed' ? [`${name}: ${text ?? ''}`] : []))

async function stop(desk: Desk, name: string): Promise<void> {
  await desk.show(name)
  await desk.page.getByRole('button', { name: `Actions for ${name}` }).click()
  await desk.page.getByRole('menuitem', { name: /^Stop/ }).click()
  await expect(desk.tab(name, 'stopped')).toBeVisible()
}

test(
  'a holder whose CLI is killed goes on; who is stopped or closed is passed over, who sleeps wakes',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    const names = ['Alice', 'Bob', 'Cara', 'Dan']
    await makeAgents(janus, place, ...names, 'Scribe')
    await ask(janus, 'Bob', 'say: Awake.')
    await stop(desk, 'Bob')
    const { id } = await convene(janus, {
      names,
      structure: [1, 1, 1],
      question:
        'Do we ship?\nAlice, inhale: wait: held\nAlice, inhale: say: I was killed in the middle of it, and I go on.\\nPASS',
    })
    await model.held('held')
    const [cli = -1, ...others] = await janus.clis()
    expect(others).toEqual([])
    process.kill(cli, 'SIGKILL')
    await body(janus, 'DELETE', '/agents/Cara')
    // The same seat is asked again; nobody else has had the piece.
    expect((await circleOnce(janus, id, ({ turns }) => turns === 2)).holder?.name).toBe('Alice')
    await model.held('held')
    await model.release('held')

    const done = await closed(janus, id)
    expect(rowsOf(done)).toEqual(
      ['inhale', 'hold', 'exhale'].flatMap((phase) =>
        names.map((name) => `${name} ${phase} 1 ${/Bob|Cara/.test(name) ? 'missed' : 'said'}`),
      ),
    )
    expect(
      done.utterances.filter(({ text }) => text === 'I was killed in the middle of it, and I go on.'),
    ).toHaveLength(1)
    expect(reasons(done).slice(0, 2)).toEqual(['Bob: it is stopped', 'Cara: its tab is closed'])
    expect(done).toMatchObject({ turns: 8, closedBecause: expect.stringContaining('every round was spoken') })
  },
)

test.describe('a CLI that hears too late that it is interrupted', { tag: '@long' }, () => {
  test.use({
    start: async ({ place }, use) => use({ env: { JANUS_CLAUDE: await slowToHear(place) } }),
  })

  test('the piece moves on without it, and its late answer is kept as a comment that moves nothing', async ({
    janus,
    model,
    place,
  }) => {
    const names = ['Alice', 'Bob']
    await makeAgents(janus, place, ...names, 'Scribe')
    const { id } = await convene(janus, {
      names,
      structure: [1, 1, 1],
      question: [
        'Do we ship?',
        'Alice, inhale: wait: late',
        'Alice, inhale: say: This comes much too late to be heard by anybody.\\nPASS: Bob',
        'Bob, inhale: wait: own',
        'Bob, inhale: say: I had the piece all the time, and say this with it.\\nPASS',
      ].join('\n'),
    })
    await model.held('late')
    await body(janus, 'POST', `/gatherings/${id}/skip`, {})
    await model.held('own')
    await model.release('late')
    const late = await circleOnce(janus, id, (seen) => rowsOf(seen).includes('Alice inhale 1 comment'))
    expect(late.holder?.name).toBe('Bob')
    await model.release('own')
    const done = await closed(janus, id)
    expect(rowsOf(done)).toEqual([
      'Alice inhale 1 missed',
      'Alice inhale 1 comment',
      'Bob inhale 1 said',
      'Alice hold 1 said',
      'Bob hold 1 said',
      'Alice exhale 1 said',
      'Bob exhale 1 said',
    ])
    expect(reasons(done)).toEqual(['Alice: its turn was ended before a word'])
    // The question contains it, but it was never sent as Alice's statement.
    const heard = wordsOf(await model.lastWith('[Janus: harvest of '))
    expect(heard).toMatch(/\[From seat 1, "Alice", utt-\w+\]:/)
    expect(heard).not.toMatch(/\[From seat 1, "Alice"[^\]]*\]:\nThis comes much too late/)
  })
})

/** The real CLI, but it gets an interrupt only after it has written its answer. */
async function slowToHear(place: Place): Promise<string> {
  const path = join(place.root, 'claude')
  await writeFile(path, `#!${process.execPath}\n${script(JSON.stringify(realCli))}`)
  await chmod(path, 0o755)
  return path
}

const script = (real: string) => `
const { spawn } = require('node:child_process')
const args = process.argv.slice(2)
if (!args.includes('--input-format')) process.execve(${real}, [${real}, ...args], process.env)
const cli = spawn(${real}, args, { stdio: ['pipe', 'pipe', 'inherit'] })
cli.on('exit', (code) => process.exit(code ?? 1))
process.on('SIGTERM', () => cli.kill('SIGTERM'))
const unheard = []
const eachLine = (stream, take) => {
  let rest = ''
  stream.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\\n')
    rest = lines.pop()
    for (const line of lines) take(line + '\\n')
  })
}
eachLine(process.stdin, (line) => {
  if (line.includes('"subtype":"interrupt"')) unheard.push(line)
  else cli.stdin.write(line)
})
process.stdin.on('end', () => cli.stdin.end())
eachLine(cli.stdout, (line) => {
  process.stdout.write(line)
  if (line.includes('"type":"result"')) for (const late of unheard.splice(0)) cli.stdin.write(late)
})
`
