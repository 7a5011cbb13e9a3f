import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { FeedEvent } from '../../contract/api/feed.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { expectRefused } from '../testing/expect-refused.ts'

const api = { kind: 'api' } as const

let folder: string
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'janus-answers-')))
  for (const name of ['ferry', 'fern', '.hidden']) mkdirSync(join(folder, name))
  symlinkSync(join(folder, 'ferry'), join(folder, 'link'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function follow(janus: ComposedJanus): FeedEvent[] {
  const heard: FeedEvent[] = []
  janus.feed.subscribe((event) => heard.push(event))
  return heard
}

describe('settings', () => {
  test('are listed with what they are for, and changes reach every window', async () => {
    const janus = new ComposedJanus()
    const heard = follow(janus)
    const list = await janus.as(api, 'settings.change', { theme: 'dark', notify: false })
    expect(list.find(({ name }) => name === 'theme')).toMatchObject({ value: 'dark', default: 'system' })
    for (const { about } of list) expect(about).not.toBe('')
    expect(heard.at(-1)).toMatchObject({ kind: 'status', status: { settings: { theme: 'dark' } } })
    expect(await janus.as(api, 'settings.get', {})).toEqual(list)
  })

  test.each([{ theme: 'pink' }, { colour: 'red' }, { user: 'two\nlines' }, { folder: '/no/such' }])(
    '%j is refused',
    async (patch) => {
      const janus = new ComposedJanus()
      await expect(janus.window('settings.change', patch as never)).rejects.toThrow()
      expect(janus.settings.values().theme).toBe('system')
    },
  )

  test('a new agent begins with what they say', async () => {
    const janus = new ComposedJanus()
    await janus.window('settings.change', { folder, model: 'opus', permissionMode: 'plan' })
    expect(await janus.window('agents.create', { name: 'scout' })).toMatchObject({
      cwd: folder,
      model: 'opus',
      permissionMode: 'plan',
    })
  })

  test('the program that agents are, and laxer modes, are for the window only', async () => {
    const janus = new ComposedJanus()
    await expectRefused(janus.as(api, 'settings.change', { claude: '/bin/sh' }), 'not_allowed')
    const lax = janus.as(api, 'settings.change', { permissionMode: 'acceptEdits' })
    await expectRefused(lax, 'not_allowed')
    await janus.window('settings.change', { permissionMode: 'acceptEdits' })
    const like = await janus.as(api, 'agents.create', { name: 'scout', permissionMode: 'acceptEdits' })
    expect(like.permissionMode).toBe('acceptEdits')
  })

  test('the name of the user is no name for an agent', async () => {
    const janus = new ComposedJanus()
    await janus.window('settings.change', { user: 'Ada' })
    await expectRefused(janus.window('agents.create', { name: 'ada' }), 'name_reserved')
    await janus.window('agents.create', { name: 'mo' })
  })
})

describe('the check', () => {
  test('looks again, and lets those go on who waited for the sign-in', async () => {
    const acts = [{ do: 'break' as const, why: 'logged_out' as const }]
    const janus = new ComposedJanus(() => acts)
    await janus.window('agents.create', { name: 'scout' })
    await janus.window('messages.send', { agent: 'scout', message: 'hello' })
    janus.clock.advance(5000)
    const views = () => [...janus.engine.state.agents.values()].map(({ agent }) => agent)
    expect(views()).toMatchObject([{ status: 'failed', trouble: 'login' }])
    janus.installation.found = { ...janus.installation.found, login: 'out' }
    expect((await janus.window('app.check', {})).kinds[0]).toMatchObject({ login: 'out' })
    expect(views()).toMatchObject([{ status: 'failed' }])

    acts.pop()
    const { address } = await janus.window('app.signIn', {})
    expect(address).toContain('https://')
    janus.installation.found = { ...janus.installation.found, login: 'in' }
    expect((await janus.window('app.signInCode', { code: 'abc' })).kinds[0]).toMatchObject({ login: 'in' })
    expect(janus.installation.signing?.codes).toEqual(['abc'])
    janus.clock.advance(5000)
    expect(views()).toMatchObject([{ status: 'idle' }])
    const again = janus.window('app.signInCode', { code: 'abc' })
    await expectRefused(again, 'wrong_state')
  })

  test('looks again when a CLI runs of which it last said that there is none', async () => {
    const janus = new ComposedJanus()
    const { found } = janus.installation
    janus.installation.found = { ...found, problem: { line: 'binary', words: 'Not found.' } }
    expect((await janus.window('app.check', {})).kinds[0]).toMatchObject({ problem: { line: 'binary' } })
    janus.installation.found = found
    await janus.window('agents.create', { name: 'scout' })
    await janus.window('messages.send', { agent: 'scout', message: 'hello' })
    const looked = vi.spyOn(janus.installation, 'check')
    janus.clock.advance(5000)
    await setImmediate()
    expect(looked).toHaveBeenCalledOnce()
    expect((await janus.window('app.status', {})).kinds[0]).toMatchObject({ problem: null })
  })
})

describe('a permission', () => {
  const command = `echo all good # ${'x'.repeat(20_000)}\ntouch FILE`
  const whole = JSON.stringify({ command })
  const asking = async (input: string) => {
    const janus = new ComposedJanus(() => [{ do: 'ask', input }])
    const { id: agent } = await janus.window('agents.create', { name: 'scout' })
    await janus.window('messages.send', { agent, message: 'look' })
    janus.clock.advance(5000)
    const [snapshot] = follow(janus)
    const [card] = snapshot?.kind === 'snapshot' ? (snapshot.view.agents[0]?.cards ?? []) : []
    if (!card) throw new Error('it does not ask')
    return { janus, card, of: { agent, card: card.id } }
  }

  test('of which a part is hidden says how much, and is allowed only by who has looked at all of it', async () => {
    const { janus, card, of } = await asking(whole)
    expect(card.hash).toBeNull()
    expect(card.hidden).toBeGreaterThan(3000)
    expect(JSON.stringify(card)).not.toContain(whole)
    const allow = { ...of, decision: 'allow' } as const
    for (const hash of [undefined, '', 'of something else'])
      await expectRefused(
        janus.window('cards.answer', { ...allow, ...(hash === undefined ? {} : { hash }) }),
        'bad_request',
      )
    const { input, hash } = await janus.window('cards.look', of)
    expect(input).toBe(whole)
    await janus.window('cards.answer', { ...allow, hash })
    await expectRefused(janus.window('cards.look', of), 'wrong_state')
  })

  test('can be denied unseen', async () => {
    const { janus, of } = await asking(whole)
    expect(await janus.window('cards.answer', { ...of, decision: 'deny' })).toEqual({ answered: true })
  })

  test('that is shown whole is allowed by its hash, and by no other', async () => {
    const { janus, card, of } = await asking('{"command":"true"}')
    expect(card.hidden).toBe(0)
    const other = janus.window('cards.answer', { ...of, decision: 'allow', hash: 'of something else' })
    await expectRefused(other, 'bad_request')
    await janus.window('cards.answer', { ...of, decision: 'allow', hash: card.hash ?? '' })
  })

  test('is looked at and answered in the window only', async () => {
    const { janus, of } = await asking(whole)
    await expectRefused(janus.as(api, 'cards.look', of), 'not_allowed')
    const answer = janus.as(api, 'cards.answer', { ...of, decision: 'deny' })
    await expectRefused(answer, 'not_allowed')
  })
})

describe('drafts and search', () => {
  test('what is not sent is kept, and a new window gets it', async () => {
    const janus = new ComposedJanus()
    const { id } = await janus.window('agents.create', { name: 'scout' })
    await janus.window('drafts.keep', { agent: 'scout', text: 'half a' })
    await janus.window('drafts.keep', { agent: 'first', text: 'thought' })
    const [snapshot] = follow(janus)
    expect(snapshot).toMatchObject({
      view: { drafts: { [id]: { text: 'half a' }, first: { text: 'thought' } } },
    })
    await janus.window('drafts.keep', { agent: id, text: '' })
    expect(follow(janus)[0]).toMatchObject({ view: { drafts: { first: { text: 'thought' } } } })
  })

  test('a link has a draft, and nothing else that is no agent', async () => {
    const janus = new ComposedJanus()
    await janus.window('drafts.keep', { agent: 'lnk-0123456789', text: 'to both' })
    expect(follow(janus)[0]).toMatchObject({ view: { drafts: { 'lnk-0123456789': { text: 'to both' } } } })
    await expect(janus.window('drafts.keep', { agent: 'lnk-else', text: 'x' })).rejects.toThrow()
  })

  test('for a gathering each kind of words has a draft of its own', async () => {
    const janus = new ComposedJanus()
    const circle = 'gat-aaaaaaaaaa'
    for (const of of [circle, `${circle}:host`, `${circle}:note`])
      await janus.window('drafts.keep', { agent: of, text: `to ${of}` })
    expect(follow(janus)[0]).toMatchObject({
      view: {
        drafts: {
          [circle]: { text: `to ${circle}` },
          [`${circle}:host`]: { text: `to ${circle}:host` },
        },
      },
    })
    await expect(janus.window('drafts.keep', { agent: `${circle}:else`, text: 'x' })).rejects.toThrow()
  })

  test('everything said is found, by pages, with who said it', async () => {
    const janus = new ComposedJanus(() => [{ do: 'say', text: 'The ferry sails at nine.' }])
    await janus.window('agents.create', { name: 'scout' })
    for (let i = 0; i < 5; i++) {
      await janus.window('messages.send', { agent: 'scout', message: `ferry ${String(i)}?` })
      janus.clock.advance(5000)
    }
    const first = await janus.as(api, 'history.search', { q: 'ferry', limit: 6 })
    expect(first.items).toHaveLength(6)
    expect(first.next).toBe(6)
    const rest = await janus.as(api, 'history.search', { q: 'ferry', limit: 6, cursor: 6 })
    expect([rest.items.length, rest.next]).toEqual([4, null])
    const [hit] = (await janus.window('history.search', { q: 'sails' })).items
    expect(hit).toMatchObject({ agentName: 'scout', kind: 'text', authorName: 'scout' })
    expect(hit?.parts.filter(({ isMatch }) => isMatch)).toEqual([{ text: 'sails', isMatch: true }])
    expect((await janus.window('history.search', { q: '  ' })).items).toEqual([])
  })
})

describe('copies', () => {
  test('have the conversation and what was said, under the next free number', async () => {
    const janus = new ComposedJanus()
    await janus.window('agents.create', { name: 'scout', role: 'looks' })
    expect(await janus.window('agents.duplicate', { agent: 'scout' })).toMatchObject({ name: 'scout 2' })
    await janus.window('messages.send', { agent: 'scout 2', message: 'hello' })
    janus.clock.advance(5000)
    const copy = await janus.window('agents.duplicate', { agent: 'scout 2' })
    expect(copy).toMatchObject({ name: 'scout 3', role: 'looks', pending: 0 })
    const said = async (id: string) =>
      (await janus.log('agent', id)).items.map(({ kind, text }) => [kind, text])
    expect(await said('scout 3')).toEqual(await said('scout 2'))
    const names = (await janus.window('agents.list', {})).map(({ name }) => name)
    expect(names).toEqual(['scout', 'scout 2', 'scout 3'])
    const looks = [...janus.engine.state.agents.values()].map(({ agent }) => agent.look.hue)
    expect(looks).toEqual([1, 2, 3])
  })
})

describe('folders', () => {
  const brings = (hash: string) => ({
    folder: '',
    kind: 'claude' as const,
    trust: 'ask' as const,
    hash,
    unclear: [],
    variables: [],
    changed: false,
    files: [{ path: '/x/.mcp.json', brings: ['starts the MCP server x'] }],
  })

  test('what they bring along is shown, and the answer is bound to it', async () => {
    const janus = new ComposedJanus()
    janus.trust.looks.set(folder, { ...brings('h1'), folder })
    janus.backend.folders.set(folder, 'ask')
    await janus.window('agents.create', { name: 'scout', cwd: folder })
    await janus.window('messages.send', { agent: 'scout', message: 'hello' })
    janus.clock.advance(5000)
    expect(await janus.window('agents.list', {})).toMatchObject([{ needs: 'card', status: 'idle' }])
    const look = await janus.window('folders.look', { folder })
    const late = janus.window('folders.decide', { folder, hash: 'h0', decision: 'trust' })
    await expectRefused(late, 'wrong_state')
    const decided = await janus.window('folders.decide', { folder, hash: look.hash, decision: 'trust' })
    expect(decided.trust).toBe('trusted')
    expect(await janus.window('agents.list', {})).toMatchObject([{ needs: null, status: 'asleep' }])
    await expectRefused(janus.as(api, 'folders.look', { folder }), 'not_allowed')
  })

  test('are offered while a path is written; hidden ones when asked for', async () => {
    const janus = new ComposedJanus()
    const list = async (path: string) => (await janus.window('folders.list', { path })).folders
    expect(await list(`${folder}/fe`)).toEqual([`${folder}/fern`, `${folder}/ferry`])
    expect(await list(`${folder}/`)).toEqual([`${folder}/fern`, `${folder}/ferry`, `${folder}/link`])
    expect(await list(`${folder}/.`)).toEqual([`${folder}/.hidden`])
    expect(await list('relative')).toEqual([])
    expect(await list('/no/such/place/x')).toEqual([])
  })

  test('an agent whose folder has gone is given another', async () => {
    const janus = new ComposedJanus()
    await janus.window('agents.create', { name: 'scout', cwd: folder })
    const moved = await janus.window('agents.change', { agent: 'scout', cwd: join(folder, 'ferry') })
    expect(moved.cwd).toBe(join(folder, 'ferry'))
    const lost = janus.window('agents.change', { agent: 'scout', cwd: '/no/such' })
    await expectRefused(lost, 'no_folder')
  })
})

describe('a plain browser', () => {
  test('has no dialogs of its own, and says what to do instead', async () => {
    const janus = new ComposedJanus()
    await expectRefused(janus.window('folders.choose', {}), 'not_allowed')
    const page = janus.window('pages.open', { url: 'https://example.com' })
    await expectRefused(page, 'not_allowed')
    await expectRefused(janus.window('window.show', {}), 'not_allowed')
    await expectRefused(janus.window('app.rehearse', {}), 'wrong_state')
  })
})
