import { closingWords } from '../main/contract/closing-words.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GatheringView } from '../main/contract/gathering-views.ts'
import type { Janus } from '../main/shell/compose.ts'
import { RealCli } from '../main/testing/real-cli.ts'
import type { CountingModel } from './counting-model.ts'
import { startJanus, window } from './janus.ts'

/** Who speaks, in order. */
export const speakers = ['Mast', 'Sail', 'Keel', 'Helm'] as const
/** Who listens to all, and sums up. */
export const harvester = 'Log'
/** 2-2-2. */
export const rounds = 6
const topic = 'which way to sail'

/** What the model says: a speech that passes, a harvest, or a word on something that was only to be heard. */
export function says(prompt: string, who: string): string {
  if (/\[Harvest: /.test(prompt)) return '## Decided\n\n- To the north.\n\n## Open\n\n## Dissent\n\n## Next\n'
  if (!/\[Piece: /.test(prompt)) return 'I have read it.'
  return `${who} says: the wind stands well, and the water is deep enough there.\n\nI pass.`
}

/** What a gathering took. */
export interface Held {
  /** Turns of each, counted at the model. */
  readonly turns: ReadonlyMap<string, number>
  /** Things said in it. */
  readonly said: number
  /** From its start to its harvest, in ms. */
  readonly ms: number
  readonly errands: number
}

/** Holds it in Janus, with the real CLI: once, from the start to the harvest. */
export async function holdInJanus(model: CountingModel): Promise<Held> {
  const home = await mkdtemp(join(tmpdir(), 'bench-gathering-'))
  const janus = await startJanus(model.url, home)
  for (const name of [...speakers, harvester]) await janus.ask(window, 'agents.create', { name, cwd: home })
  model.forget()
  const begun = performance.now()
  const over = nextClosed(janus)
  await janus.ask(window, 'gatherings.convene', {
    ...{ topic, question: 'Which way do we sail?', structure: [2, 2, 2] },
    ...{ participants: speakers.map((name) => ({ name })), harvester: { name: harvester } },
  })
  const closed = await over
  const held = { turns: new Map(model.turns), errands: model.errands, ms: performance.now() - begun }
  if (closed.harvest === null)
    throw new Error(`there is no harvest: ${closed.closed ? closingWords(closed.closed) : ''}`)
  await janus.close()
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
  return { ...held, said: closed.heard.length }
}

function nextClosed(janus: Janus): Promise<GatheringView> {
  return new Promise((resolve) => {
    const stop = janus.feed.subscribe((event) => {
      if (event.kind !== 'gathering' || event.gathering.state !== 'closed') return
      stop()
      resolve(event.gathering)
    })
  })
}

/**
 * Holds it in terminals: five real CLIs, each at rest when something is typed into it. Who is to speak is told so;
 * every utterance is typed into everybody else's input, the harvester's too, which is a prompt there.
 */
export async function holdInTerminals(model: CountingModel): Promise<Held> {
  const names = [...speakers, harvester]
  const clis = await Promise.all(
    names.map((name) =>
      RealCli.start(model.url, {
        systemPrompt: {
          ...{ type: 'preset', preset: 'claude_code' },
          append: `You are **${name}** in a gathering on ${topic}.`,
        },
      }),
    ),
  )
  model.forget()
  const begun = performance.now()
  let said = 0
  for (let turn = 0; turn < rounds * speakers.length; turn += 1) {
    const at = turn % speakers.length
    const words = await clis[at]?.ask(
      `[Piece: turn ${turn + 1}]\nThe piece is now with ${speakers[at]} (${at + 1}).`,
    )
    said += 1
    const header = `${speakers[at]} (${at + 1}):`
    await Promise.all(clis.filter((_, to) => to !== at).map((cli) => cli.ask(`${header}\n\n${words}`)))
  }
  await clis.at(-1)?.ask(`[Harvest: ${topic}]`)
  const held = { turns: new Map(model.turns), errands: model.errands, said, ms: performance.now() - begun }
  await Promise.all(clis.map((cli) => cli.close()))
  return held
}
