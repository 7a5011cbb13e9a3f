import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { Random } from '../main/testing/random.ts'
import { Marks } from './marks.ts'
import type { Heard } from './marks.ts'
import { TerminalRelay, type Participant } from './terminal-relay.ts'
import { Tmux } from './tmux.ts'

const program = join(import.meta.dirname, 'pane-agent.ts')

/** Some that are linked with each other, each of whom may speak. */
export interface Circle {
  /** One speaks; resolves when all others have heard it and everything is at rest again. */
  say(mark: string): Promise<Heard>
  close(): Promise<void>
}

/** One who speaks and so many who listen, each in a pane of tmux, and the relay between them. */
export async function openTerminals(peers: number): Promise<Circle> {
  const home = await mkdtemp(join(tmpdir(), 'bench-tmux-'))
  const marks = await Marks.open(home)
  const tmux = new Tmux(home)
  const all: Participant[] = []
  for (let number = 1; number <= peers + 1; number += 1) {
    const name = `agent ${number}`
    const pane = await tmux.open([process.execPath, program, marks.path, name])
    all.push({ name, number, pane })
  }
  await marks.present(all.length)
  const relay = new TerminalRelay(tmux, all)
  await relay.start()
  const random = new Random(peers)
  let count = 0
  return {
    async say(mark) {
      // Nobody waits for the relay's second: words come at any moment of it.
      await rest(random.int(0, 1000))
      const speaker = all[count++ % all.length]
      marks.let(speaker?.name ?? '', mark)
      return marks.of(mark, peers)
    },
    async close() {
      await relay.stop()
      await tmux.close()
      await marks.close()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
