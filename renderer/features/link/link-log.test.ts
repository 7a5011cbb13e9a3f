import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { noCap } from '../../../main/contract/budget/budget.ts'
import { LinkLog } from './link-log.tsx'

const logOf = (id: string, home: string | null) => {
  const link = {
    id,
    members: ['agt-1', 'agt-bob@barn'],
    mode: 'answers',
    pauseReason: null,
    closed: null,
    purpose: null,
    crossings: 0,
    budget: 8,
    budgetUsed: 0,
    costUsd: 0,
    kept: 0,
    spending: { cap: noCap },
    machines: { home, names: { 'agt-bob@barn': 'Bob@barn' }, asked: [] },
  } as unknown as LinkView
  return renderToStaticMarkup(createElement(LinkLog, { link, rows: [], isEmpty: true }))
}

test('the purpose is asked for only on the owner machine', () => {
  expect(logOf('lnk-1', null)).toContain('Set purpose')
  expect(logOf('lnk-1@barn', 'barn')).not.toContain('Set purpose')
})
