import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { FactsCodex } from './real-facts.ts'

const a: AgentId = 'agt-aaaaaaaaaa'
const server = join(import.meta.dirname, '../../adapters/processes/testing/form-server.mjs')

test('what a tool server asks its user for is a form, and the answer reaches it', async () => {
  const settings = () =>
    `[mcp_servers.ferry]\nrequired = true\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify([server])}\n`
  const { real, desk } = await FactsCodex.open({ settings })
  onTestFinished(() => real.close())
  await desk.start(a)
  desk.write(a, ['call: mcp__ferry__book {}', 'say: done'])
  const use = await real.heard.next(a, 'card.asked')
  desk.decide(a, use.request, { kind: 'allow' })
  const card = await real.heard.next(a, 'card.asked')
  expect(card).toMatchObject({ title: 'Who travels?', tool: { name: 'ferry' }, form: { kind: 'fields' } })
  desk.decide(a, card.request, { kind: 'allow', values: ['Mo', 2] })
  await real.heard.next(a, 'turn.ended')
  const last = JSON.stringify(real.model.heard().at(-1)?.body)
  expect(last.replaceAll('\\', '')).toContain('"action":"accept","content":{"name":"Mo","seats":2}')
})
