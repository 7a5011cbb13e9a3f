import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { expectRefused } from '../testing/expect-refused.ts'

/** Text and secrets in every place that a user or agent can fill. */
const planted = 'PLANTED'
const token = `sk-ant-${planted}-0123456789`

async function full(): Promise<ComposedJanus> {
  const janus = new ComposedJanus(() => [{ do: 'say', text: `${planted} answer` }])
  janus.installation.found = {
    ...janus.installation.found,
    path: join(homedir(), '.local', 'bin', 'claude'),
    account: `${planted}@ferry.example`,
    problem: { line: 'login', words: `${planted} ${token}` },
  }
  await janus.window('app.check', {})
  const scout = await janus.window('agents.create', { name: `${planted} Scout`, role: `${planted} role` })
  const bea = await janus.window('agents.create', { name: `${planted} Bea` })
  await janus.window('messages.send', { agent: scout.id, message: `${planted} message with ${token}` })
  await janus.window('links.open', { members: [scout.id, bea.id], purpose: `${planted} purpose` })
  await janus.window('drafts.keep', { agent: bea.id, text: `${planted} draft` })
  await janus.window('settings.change', {
    user: `${planted} user`,
    variables: `${planted}_TOKEN`,
    editor: `code --token ${token}`,
  })
  await janus.window('roles.keep', {
    role: {
      kind: 'claude',
      program: null,
      model: null,
      permissionMode: null,
      effort: null,
      name: `${planted} role`,
      line: `${planted} line`,
      instructions: `${planted} instructions`,
    },
  })
  return janus
}

describe('a diagnosis', () => {
  test('holds no words, names or secrets of anybody', async () => {
    const { diagnosis } = await (await full()).window('app.about', {})
    expect(diagnosis).not.toContain(planted)
    expect(diagnosis).not.toContain('ferry.example')
    expect(diagnosis).not.toContain(homedir())
  })

  test('says what helps: versions, programs, how agents stand, which settings were changed', async () => {
    const { diagnosis } = await (await full()).window('app.about', {})
    expect(diagnosis).toContain('(stable, commit 0123456789ab), web, demo')
    expect(diagnosis).toContain('Node 24.21.0, Electron 45.4.1, Chromium 148.0.1')
    expect(diagnosis).toContain(`at ${join('~', '.local', 'bin', 'claude')}, signed in: yes, problem: login`)
    expect(diagnosis).toMatch(/^Agents: .*claude/m)
    expect(diagnosis).toContain('Links: 1')
    expect(diagnosis).toMatch(/^Settings changed: .*variables/m)
  })
})

test('agents are told nothing of it', async () => {
  const janus = await full()
  const asked = janus.as({ kind: 'agent', id: 'agt-ann0000000' as never }, 'app.about', {})
  await expectRefused(asked, 'not_allowed')
})
