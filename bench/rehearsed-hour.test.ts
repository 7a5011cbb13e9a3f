import { Stage } from '../main/adapters/rehearsal/testing/stage.ts'
import type { AgentId, MessageId } from '../main/contract/api/model.ts'
import type { Caller } from '../main/contract/api/requests.ts'
import { ComposedJanus } from '../main/testkit/factories/composed.ts'
import type { Act } from '../main/testkit/memory/backend.ts'
import { expect, test } from 'vitest'

const minute = 60_000
const names = ['Scout', 'Builder', 'Critic', 'Scribe'] as const

/** Causes of a turn, and so of a model call. */
const causes = ['user', 'peer', 'circle', 'anchor', 'check', 'wait'] as const
type Hour = Readonly<Record<(typeof causes)[number], number>>

interface Doing {
  readonly at: number
  readonly how: (janus: ComposedJanus) => Promise<unknown>
}

const tell = (agent: string, message: string) => (janus: ComposedJanus) =>
  janus.window('messages.send', { agent, message })
const gather = (topic: string) => (janus: ComposedJanus) =>
  janus.window('gatherings.convene', {
    topic,
    question: 'What do we do first?',
    structure: [1, 1, 1],
    participants: ['Scout', 'Builder', 'Critic'].map((name) => ({ name })),
    harvester: { name: 'Scribe' },
  })

/** One question, one conversation over a link, two gatherings; then nothing. */
const doings: readonly Doing[] = [
  ...names.map((name) => ({ at: 0, how: tell(name, 'What does this project do?') })),
  { at: 2, how: tell('Scout', 'Ask Builder which part has no tests?') },
  { at: 8, how: tell('Critic', 'Talk with Builder about the fares') },
  { at: 16, how: gather('Ship on Friday?') },
  { at: 30, how: gather('The fares') },
]

/**
 * Simulates the hour in virtual time: the real core with the demo model's own scripts. `atAnchors`: whether
 * agents end an anchor that has nothing to return to, or never do.
 */
async function liveHour(atAnchors: 'ends it' | 'goes on'): Promise<Hour> {
  const known = new Map<AgentId, { readonly name: string; readonly stage: Stage }>()
  const counts = { user: 0, peer: 0, circle: 0, anchor: 0, check: 0, wait: 0 }
  const janus: ComposedJanus = new ComposedJanus((id, prompt) => {
    const agent = known.get(id)
    if (!agent) return []
    const cause = causeOf(prompt)
    counts[cause] += 1
    if (cause === 'anchor' && atAnchors === 'goes on') return [{ do: 'say', text: 'I go on.' }]
    const { stage } = agent
    const before = stage.calls.length
    const text = stage.ask(prompt)
    const caller = { kind: 'agent', id } as const
    return [
      { do: 'think', ms: 2000 },
      ...stage.calls.slice(before).flatMap(({ tool, input }) => actOf(janus, caller, tool, input)),
      { do: 'say', text },
    ]
  })
  for (const name of names) {
    const { id } = await janus.window('agents.create', { name })
    known.set(id, { name, stage: new Stage() })
  }
  let now = 0
  for (const { at, how } of doings) {
    janus.clock.advance((at - now) * minute)
    now = at
    await how(janus)
  }
  janus.clock.advance((60 - now) * minute)
  return counts
}

/** Finds the cause in the prompt's last lines: timers and gatherings have a line that names them. */
function causeOf(prompt: string): (typeof causes)[number] {
  const [, intent] = /^\[Janus: (anchor|check|wait) timer /m.exec(prompt) ?? []
  if (intent === 'anchor' || intent === 'check' || intent === 'wait') return intent
  if (/^\[Janus: (?:you have the talking piece|beat |harvest of )/m.test(prompt)) return 'circle'
  return /^\[From agent /m.test(prompt) && !/^\[From your user\]/m.test(prompt) ? 'peer' : 'user'
}

function actOf(
  janus: ComposedJanus,
  as: Caller,
  tool: string,
  input: Readonly<Record<string, unknown>>,
): readonly Act[] {
  const text = (name: string): string => String(input[name])
  const asks: Readonly<Record<string, () => Promise<unknown>>> = {
    send_to_agent: () =>
      janus.as(as, 'messages.send', {
        agent: text('target'),
        message: text('message'),
        ...(input['expect_reply'] === true ? { expectReply: true } : {}),
      }),
    reply_to_agent: () =>
      janus.as(as, 'replies.send', { ticketId: text('message_id') as MessageId, payload: text('message') }),
    open_link: () =>
      janus.as(as, 'links.open', {
        members: input['agents'] as string[],
        mode: input['mode'] === 'converse' ? 'converse' : 'answers',
      }),
    set_heartbeat: () =>
      janus.as(as, 'heartbeats.set', {
        intent: input['intent'] as 'anchor',
        note: text('note'),
        inSeconds: Number(input['in_seconds']),
      }),
    pass_piece: () => janus.as(as, 'gatherings.pass', {}),
  }
  const how = asks[tool]
  if (!how) return []
  return [{ do: 'tool', call: () => void how().catch((error: unknown) => console.error(tool, input, error)) }]
}

test.each(['ends it', 'goes on'] as const)(
  'in an hour with a question, a talk and two gatherings nobody is woken for nothing: a model that %s',
  async (atAnchors) => {
    const { user, peer, circle, ...timers } = await liveHour(atAnchors)
    expect(timers).toEqual({ anchor: 0, check: 0, wait: 0 })
    expect([user, peer, circle].map((count) => count > 4)).toEqual([true, true, true])
  },
)
