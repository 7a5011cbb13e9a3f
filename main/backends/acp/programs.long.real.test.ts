import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeHome, withoutAccounts } from '../../adapters/rehearsal/homes/home.ts'
import {
  geminiModel,
  rehearsalHome,
  rehearsedKinds,
  type RehearsedKind,
} from '../../adapters/rehearsal/homes/homes.ts'
import { startRehearsal, type WatchedRehearsalModel } from '../../adapters/rehearsal/testing/watched-model.ts'
import { AcpProgram } from './testing/acp-program.ts'
import { NoteServer } from './testing/note-server.ts'
import { testProgram } from './real-acp.ts'
import { trimmed } from './testing/trimmed.ts'
import { testFolder } from '../../testkit/test-folder.ts'

/** `JANUS_RECORD=1` saves what the programs send now. */
const records = process.env['JANUS_RECORD'] === '1'
const recordOf = (kind: RehearsedKind) =>
  fileURLToPath(new URL(`../../adapters/rehearsal/fixtures/${kind}.json`, import.meta.url))

const commands: Readonly<Record<RehearsedKind, readonly string[]>> = {
  codex: [process.execPath, testProgram('other')],
  gemini: [process.execPath, testProgram('gemini'), '--acp', '-m', geminiModel],
  opencode: [testProgram('opencode'), 'acp'],
  qwen: [process.execPath, testProgram('qwen'), '--acp'],
  copilot: [testProgram('copilot'), '--acp', '--no-auto-update'],
}

const script = [
  'say: one',
  'call: Bash {"command": "cat note.txt; exit 3"}',
  'call: send_to_agent {"target": "Scout", "message": "hello"}',
  'call: send_to_agent {"target": "Nemo", "message": "hello"}',
  'wait: here',
  'say: end',
].join('\n')

let model: WatchedRehearsalModel
let notes: NoteServer
let top: string
let program: AcpProgram | null = null

beforeEach(async () => {
  top = testFolder('programs')
  model = await startRehearsal()
  notes = await NoteServer.start()
})

afterEach(async () => {
  await program?.end()
  program = null
  await notes.close()
  await model.close()
})

async function start(kind: RehearsedKind): Promise<AcpProgram> {
  const folder = join(top, 'ferry')
  mkdirSync(folder)
  writeFileSync(join(folder, 'note.txt'), 'the pier is clear\n')
  const home = rehearsalHome(kind, top, model.url)
  writeHome(home)
  // Trust is tested elsewhere; Gemini accepts no servers in an untrusted folder.
  const trust = { GEMINI_CLI_TRUST_WORKSPACE: 'true' }
  const user = withoutAccounts({ PATH: process.env['PATH'], LANG: 'C.UTF-8', TERM: 'dumb' })
  const servers = [{ type: 'http', name: 'janus-agents', url: notes.url, headers: [] }]
  program = await AcpProgram.start(
    commands[kind],
    folder,
    { ...user, ...home.environment, ...trust },
    servers,
  )
  return program
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

describe.each(rehearsedKinds)('%s', { timeout: 150_000 }, (kind) => {
  test('runs a script with its own tools and ours, is held, tells its tokens, and asks as it is recorded', async () => {
    const agent = await start(kind)
    const turn = agent.prompt(script)
    await model.held('here')
    expect(notes.sent).toEqual(['Scout: hello', 'Nemo: hello'])
    expect(agent.said()).toContain('one')
    expect(agent.said()).not.toContain('end')
    expect(model.release('here')).toBe(1)
    expect(await turn).toBe('end_turn')
    expect(agent.said()).toMatch(/one\s*end$/)
    expect(await agent.prompt('say: again')).toBe('end_turn')
    expect(agent.said()).toMatch(/end\s*again$/)

    const heard = model.heard().filter(({ asked }) => asked.aside === null)
    expect(heard.every(({ wire }) => wire === heard[0]?.wire)).toBe(true)
    const last = heard.at(-1)
    if (last === undefined) throw new Error('Nothing was asked.')
    // Per request or (Copilot) in total; with or without cached tokens.
    const cached = [last.usage.cached, sum(heard.map(({ usage }) => usage.cached))]
    const all = [last.usage, ...heard.map(({ usage }) => usage)].map((usage) => usage.fresh + usage.cached)
    const told = JSON.stringify([agent.updates, agent.ended])
    const known = [...cached, all[0], sum(all.slice(1))].join('|')
    expect(told).toMatch(new RegExp(`\\b(?:${known})\\b`))
    const { path, body } = last
    const record = { path, body: trimmed(body, join(top, 'ferry')) }
    if (records) writeFileSync(recordOf(kind), `${JSON.stringify(record, null, 2)}\n`)
    expect(record).toEqual(JSON.parse(readFileSync(recordOf(kind), 'utf8')))

    const cut = agent.prompt('wait: cut\nsay: never')
    await model.held('cut')
    agent.cancel()
    expect(await cut).toBe('cancelled')
    expect(await agent.prompt('say: again')).toBe('end_turn')
    expect(agent.said()).toMatch(/again\s*again$/)
  })
})
