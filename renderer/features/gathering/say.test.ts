import { expect, test } from 'vitest'
import { draftFor } from './say.ts'

test('words of the turn, of the host and of a note are three drafts', () => {
  const drafts = (['speak', 'host', 'note'] as const).map((kind) => draftFor('gat-1', kind))
  expect(drafts).toEqual(['gat-1', 'gat-1:host', 'gat-1:note'])
})
