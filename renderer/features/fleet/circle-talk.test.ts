import { expect, test } from 'vitest'
import type { CircleWordsView } from '../../../main/contract/fleet/fleet-views.ts'
import { readNewestPages } from './circle-talk.tsx'

const words = (n: number): CircleWordsView => ({
  id: `msg-000000000${n}`,
  seq: n,
  from: 'Bob@attic',
  number: 1,
  text: `${n}`,
  at: '',
  isTurn: false,
  answer: null,
})

/** Nine utterances, two per page, newest first. */
const read = async (cursor: number | null) => {
  const last = (cursor ?? 10) - 1
  const items = [last, last - 1].filter((n) => n > 0).map(words)
  return Promise.resolve({ items, next: last > 2 ? last - 1 : null })
}

test('a wanted message loads everything after it, and earlier pages from there', async () => {
  const textOf = async (pages: number, wanted?: number) => {
    const found = await readNewestPages(read, pages, wanted === undefined ? undefined : words(wanted).id)
    return [found.words.map(({ text }) => text).join(''), found.count, found.next]
  }
  expect(await textOf(1)).toEqual(['89', 1, 8])
  expect(await textOf(1, 4)).toEqual(['456789', 3, 4])
  expect(await textOf(3 + 1, 4)).toEqual(['23456789', 4, 2])
  expect(await textOf(1, 0)).toEqual(['123456789', 5, null])
})
