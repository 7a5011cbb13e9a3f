import { expect, test } from 'vitest'
import { createNameRules } from './name-rules.ts'

test.each([
  ...['person', 'the person', 'The Host', 'your-user', 'the  human', 'From Janus', 'the system', 'THE HOST'],
  ...['th\u0435 host', 'the p\u0435rson', 'The \u041dost', 'the the person', 'our_user'],
])('“%s” would pass for whoever is no agent', (name) => {
  const read = createNameRules('Mo').read(name)
  expect(read).toMatchObject({ ok: false, problem: 'reserved' })
})

test.each(['hostess', 'theodore', 'personnel', 'host 2', 'them', 'fromage'])('“%s” is free', (name) => {
  expect(createNameRules('Mo').read(name)).toMatchObject({ ok: true })
})
