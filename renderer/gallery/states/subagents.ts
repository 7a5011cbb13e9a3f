import { describeClaudeCall } from '../../../main/backends/claude/tool-calls.ts'
import type { Block } from '../../../main/ports/ports.ts'
import { after, during } from '../domain/crew.ts'
import type { World } from '../domain/world.ts'
import type { Stories } from '../play.ts'

const b = 'Builder'

/** Reports a block, of the subagent that `call` started if it is given. */
const tell = (world: World, block: Block, call?: string, tokens = 0) =>
  world.fact(b, { type: 'block.said', block, ...(call === undefined ? {} : { within: { call, tokens } }) })

const calls = (call: string, tool: string, input: object): Block => ({
  kind: 'tool',
  call,
  ...describeClaudeCall(tool, input),
})
const says = (text: string): Block => ({ kind: 'text', text })
const gives = (
  call: string,
  text: string,
  end: 'done' | 'failed' | 'stopped' | 'launched' = 'done',
): Block => ({
  kind: 'result',
  call,
  text,
  end,
})
const task = (description: string) => ({ description, prompt: `${description}. Name the file and the line.` })

/** A subagent that has one of its own, up to its last text. */
function looksAround(world: World) {
  tell(world, calls('s1', 'Agent', task('Find every caller of refresh')))
  tell(world, says('I look at the client first, then at the job.'), 's1', 4_200)
  tell(world, calls('s1-a', 'Grep', { pattern: 'refresh\\(', path: 'src' }), 's1', 6_100)
  tell(world, gives('s1-a', 'src/http/client.ts:41\nsrc/jobs/renew.ts:12'), 's1', 6_100)
  tell(world, calls('s2', 'Agent', task('Read the rotation rules')), 's1', 8_800)
  tell(world, says('Reuse of a rotated token revokes the family.'), 's2', 3_300)
  tell(world, gives('s2', ''), 's2', 3_400)
  tell(world, gives('s2', 'Reuse revokes the family.'), 's1', 9_000)
}

function ends(world: World) {
  tell(world, says('Two callers: `src/http/client.ts:41` and `src/jobs/renew.ts:12`.'), 's1', 12_300)
  tell(world, gives('s1', ''), 's1', 12_300)
  tell(world, gives('s1', 'Two callers.'))
}

/** Subagents that failed or were stopped. */
function others(world: World) {
  tell(world, calls('s3', 'Agent', task('Run the tests of the job')))
  tell(world, says('The tests cannot start.'), 's3', 700)
  tell(world, gives('s3', '', 'failed'), 's3', 900)
  tell(world, gives('s3', 'API Error: 529', 'failed'))
  tell(world, calls('s4', 'Agent', task('Measure the renewals of a night')))
  tell(world, calls('s4-a', 'Bash', { command: 'npm run bench' }), 's4', 2_000)
  tell(world, gives('s4', '', 'stopped'), 's4', 2_000)
  tell(world, gives('s4', 'Stopped.', 'stopped'))
}

const open =
  (count: number): NonNullable<Stories[string]['act']> =>
  async (hand) => {
    for (let at = 0; at < count; at += 1) {
      await hand.see('[data-part=subagent] summary')
      const shut = document.querySelectorAll('[data-part=subagent] details:not([open]) > summary')
      const next = [...shut].find(
        (one) => one.closest('details')?.parentElement?.dataset['part'] === 'subagent',
      )
      next?.closest('details')?.setAttribute('open', '')
      await hand.see('[data-part=subagent-log]')
    }
  }

const begun = [
  ['user', 'Who calls refresh, and by which rules?'],
  ['text', 'I let a few look in parallel.'],
] as const

export const subagentPlays: Stories = {
  'subagent-running': {
    story: during(begun, (world) => {
      others(world)
      looksAround(world)
    }),
  },
  'subagent-open': { story: during(begun, looksAround), act: open(2) },
  'subagent-done': {
    story: after([begun], async (world) => {
      await world.does(b, [['user', 'And now?']])
      looksAround(world)
      ends(world)
      await world.does(b, [['text', 'Two callers, and one rule.']])
      world.end(b)
    }),
    act: open(1),
  },
  'subagent-background': {
    story: during(begun, (world) => {
      tell(world, calls('s1', 'Agent', task('Watch the renewals')))
      tell(world, gives('s1', '', 'launched'))
      tell(world, calls('s1-a', 'Read', { file_path: 'src/jobs/renew.ts' }), 's1', 1_900)
      const named = {
        id: 'task',
        kind: 'agent',
        name: 'Watch the renewals',
        call: 's1',
        line: 'Reading renew.ts',
      } as const
      world.fact(b, { type: 'background.changed', tasks: [named] })
      world.end(b)
    }),
  },
}
