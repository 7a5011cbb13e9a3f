import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './shared-app.ts'
import type { Janus } from './janus.ts'
import { lastPrompt, timesSaid, wordsOf, type Model } from './model.ts'
import { ask, atRest, body, call, crossings, links, makeAgents } from './peers.ts'

const rule = 'Nothing of substance? Answer with the one word SILENT and nothing else.'

/** All requests of agents whose conversation has this text. */
async function sentWith(model: Model, words: string): Promise<string> {
  const requests = (await model.requests()).filter((request) => wordsOf(request).includes(words))
  return JSON.stringify(requests)
}

test(
  'only final words cross, never what was cut off; the rules come first, and after a compaction',
  { tag: '@long' },
  async ({ desk, janus, model, place }) => {
    await makeAgents(janus, place, 'Alice', 'Bob')
    const secret = join(place.work, 'secret.txt')
    await writeFile(secret, 'canary of a tool\n')
    await ask(
      janus,
      'Alice',
      'muse: canary of a thought',
      'say: canary on the way',
      call('Read', { file_path: secret }),
      call('open_link', { agents: ['Bob'], mode: 'converse' }),
      'muse: canary once more',
      'say: The sail is set.',
    )
    await atRest(janus)
    const [link] = await links(janus)
    const id = link?.id ?? ''
    const own = JSON.stringify(await model.lastWith('canary of a tool'))
    for (const canary of ['of a thought', 'on the way', 'of a tool'])
      expect(own).toContain(`canary ${canary}`)
    expect(
      await sentWith(model, '[From agent "Alice", over your link, in your conversation]:\nThe sail is set.'),
    ).not.toContain('canary')

    const heard = await model.lastWith(
      '[From agent "Alice", over your link, in your conversation]:\nThe sail is set.',
    )
    const prompt = lastPrompt(heard)
    expect(prompt).toContain('NON-USER SOURCE')
    expect(prompt).toMatch(
      /You are linked with "Alice" \(lnk-[^]*SILENT[^]*\[From agent "Alice", over your link, in your conversation\]:\nThe sail is set\./,
    )
    expect(timesSaid(heard, rule)).toBe(1)
    expect(await crossings(janus, id)).toMatchObject([
      { fromName: 'Alice', kind: 'said', text: 'The sail is set.' },
      { fromName: 'Bob', kind: 'silent', text: '' },
    ])

    // The CLI's compaction crosses nothing, and the link's rules are sent again.
    await body(janus, 'POST', '/agents/Bob/message', { message: '/compact' })
    await atRest(janus)
    await ask(janus, 'Alice', 'say: The wind turns.')
    await atRest(janus)
    const after = await model.lastWith(
      '[From agent "Alice", over your link, in your conversation]:\nThe wind turns.',
    )
    expect(timesSaid(after, 'The sail is set.')).toBe(0)
    expect(timesSaid(after, rule)).toBe(1)
    expect((await crossings(janus, id)).map(({ fromName, kind }) => `${fromName} ${kind}`)).toEqual([
      'Alice said',
      'Bob silent',
      'Alice said',
      'Bob silent',
    ])

    // An interrupted answer never crosses.
    await desk.say('Alice', 'say: Half a canary', 'wait: half', 'say: is no canary.')
    await model.held('half')
    await expect(desk.transcript('Alice')).toContainText('Half a canary')
    await desk.page.keyboard.press('Escape')
    await expect(desk.tab('Alice', 'idle')).toBeVisible()
    await atRest(janus)
    expect(await ask(janus, 'Alice', 'say: A whole one.')).toBe('A whole one.')
    await atRest(janus)
    expect((await crossings(janus, id)).slice(4).map(({ text }) => text)).toEqual(['A whole one.', ''])
    expect(
      await sentWith(model, '[From agent "Alice", over your link, in your conversation]:\nA whole one.'),
    ).not.toContain('Half a canary')

    // Linked agents see more with the tool.
    await makeAgents(janus, place, 'Eve')
    const look = call('get_session_data', { agent: 'Alice', limit: 3 })
    expect(await lookOf(janus, model, 'Bob', look)).toMatchObject({
      agent: 'Alice',
      status: 'idle',
      last_final: { text: 'A whole one.' },
      items: [{ kind: 'text', text: 'A whole one.' }, {}, {}],
    })
    const stranger = await lookOf(janus, model, 'Eve', look)
    expect(stranger).toMatchObject({ agent: 'Alice', status: 'idle' })
    expect(stranger).not.toHaveProperty('last_final')
    expect(stranger).not.toHaveProperty('items')
    expect(stranger['hint']).toContain('open_link')
  },
)

async function lookOf(
  janus: Janus,
  model: Model,
  agent: string,
  look: string,
): Promise<Record<string, unknown>> {
  const words = `say: ${agent} has looked.`
  await ask(janus, agent, look, words)
  const result = lastPrompt(await model.lastWith(words))
  return JSON.parse(result) as Record<string, unknown>
}
