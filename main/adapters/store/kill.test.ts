import { everything } from '../../ports/search-query.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, it } from 'vitest'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import { makeGathering, makeHeartbeat, makeLink, makeMessage } from '../../testkit/factories/factories.ts'
import { openStore } from './store.ts'

const folder = makeQuickFolder('kill')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const committer = join(import.meta.dirname, 'testing', 'committer.ts')

/** Kills a committing process after this many further commits; returns the last one acknowledged. */
async function killAfter(acks: number): Promise<number> {
  const child = spawn(process.execPath, [committer, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  let count = 0
  let last = 0
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number.parseInt(line, 10)
    if (++count === acks) child.kill('SIGKILL')
  }
  await ended
  return last
}

it('keeps every acknowledged row, and no half of a commit, through 20 kills', async () => {
  for (let round = 1; round <= 20; round++) {
    const acknowledged = await killAfter(1 + ((round * 37) % 40))
    const store = openStore(folder)
    const { seq, messages, agents, links, heartbeats, gatherings } = store.load()
    expect(seq).toBeGreaterThanOrEqual(acknowledged)
    // Plus one commit whose acknowledgement was cut off.
    expect(seq).toBeLessThanOrEqual(acknowledged + 1)
    expect(messages.map((message) => message.seq)).toEqual(
      Array.from({ length: Math.floor(seq / 2) }, (_, i) => 2 * (i + 1)),
    )
    for (let n = 1; n <= seq; n++) expect(store.message(makeMessage(n).id)?.seq).toBe(n)
    expect(store.entries(makeMessage(1).to, null, seq + 1).map((entry) => entry.n)).toEqual(
      Array.from({ length: seq }, (_, i) => i + 1),
    )
    // A crossing is stored with everything that belongs to it or not at all.
    expect(links.map((link) => link.crossings)).toEqual([seq])
    expect(store.crossings(makeLink(1).id, null, seq + 1).map((crossing) => crossing.turnNumber)).toEqual(
      Array.from({ length: seq }, (_, i) => i + 1),
    )
    // Likewise a gathering and its statements.
    expect(gatherings.map(({ rows }) => rows)).toEqual([seq])
    const said = store.utterances(makeGathering(1).id, null, seq + 1)
    expect(said.map(({ n }) => n)).toEqual(Array.from({ length: seq }, (_, i) => i + 1))
    expect(heartbeats.map(({ id }) => id)).toEqual(messages.map(({ seq: n }) => makeHeartbeat(n).id))
    expect(agents.map((agent) => agent.entryCount)).toEqual([seq])
    expect(store.search(everything(`"row${seq}"`), 2, 0).map(({ entry }) => entry.n)).toEqual([seq])
    // The timeline has the same entries.
    const wide = {
      kinds: [],
      agents: [],
      link: null,
      gathering: null,
      since: null,
      until: null,
    } as const
    const entries = store.timeline({ ...wide, text: '' }, null, seq + 1)
    expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: seq }, (_, i) => `entry ${i + 1}`))
    expect(store.timelineCount({ ...wide, text: `entry${seq}` }, 2)).toBe(1)
    store.close()
  }
})
