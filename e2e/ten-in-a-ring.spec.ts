import { expect, test } from './shared-app.ts'
import { lastPrompt, wordsOf } from './model.ts'
import { atRest, body, call, makeAgents } from './peers.ts'

/** So many that everybody is asked by one and asks another, all at the same time. */
const names = Array.from({ length: 10 }, (_, n) => `Ring ${n + 1}`)

interface Told {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly state: string
  readonly acceptedAt: string
}

test(
  'ten agents ask round a ring at once: each has its answer, once, and nothing else is said',
  { tag: '@long' },
  async ({ janus, model, place }) => {
    await janus.api('PATCH', '/settings', { awake: names.length })
    await makeAgents(janus, place, ...names)
    const asked = names.map((name, n) => {
      const neighbour = names[(n + 1) % names.length]
      const reply = call('reply_to_agent', { message_id: '$ticket', message: `${neighbour} to ${name}` })
      const ask = call('send_to_agent', { target: neighbour, message: reply, expect_reply: true })
      return body(janus, 'POST', `/agents/${name}/message`, { message: `${ask}\nsay: ${name} has asked.` })
    })
    await Promise.all(asked)
    await atRest(janus)

    const requests = await model.requests()
    const questions = new Set<string>()
    for (const [n, name] of names.entries()) {
      const neighbour = names[(n + 1) % names.length] ?? ''
      // Its conversation brought the answer in one prompt, which no later one repeats.
      const own = requests.filter((request) => wordsOf(request).includes(`say: ${name} has asked.`))
      const answers = own.filter((request) => lastPrompt(request).includes(`${neighbour} to ${name}`))
      const heard = answers.filter((request) => lastPrompt(request).includes('[Janus: this answers msg-'))
      expect(heard, `${name} hears its answer once`).toHaveLength(1)
      const [, id = ''] =
        /\[Janus: this answers (msg-\w+)/.exec(lastPrompt(heard[0] ?? { messages: [] })) ?? []
      questions.add(id)
      const { messages } = await body<{ messages: Told[] }>(janus, 'GET', `/threads/${id}`)
      expect(messages).toMatchObject([
        { id, from: name, to: neighbour, state: 'answered' },
        { from: neighbour, to: name, replyTo: id },
      ])
      const [question, answer] = messages
      expect(Date.parse(answer?.acceptedAt ?? '')).toBeGreaterThanOrEqual(
        Date.parse(question?.acceptedAt ?? ''),
      )
    }
    expect(questions.size).toBe(names.length)
    const agents = await body<{ name: string; pending: number }[]>(janus, 'GET', '/agents')
    expect(agents.filter(({ pending }) => pending > 0)).toEqual([])
  },
)
