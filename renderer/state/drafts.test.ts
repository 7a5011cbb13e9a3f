import { expect, test } from 'vitest'
import { picture } from '../testing/mail.ts'
import { confirmDraft, mergeDrafts, nextUnkept, restoreDrafts, editDraft, type Drafts } from './drafts.ts'

const scout = 'agt-scout'
const key = () => 'fresh'
const words = (text: string) => ({ text, attachments: [] })

test('what main has taken is kept, unless other words stand there by now', () => {
  const drafts = editDraft({}, scout, words('hello'), 'k1')
  expect(confirmDraft(drafts, scout, words('hello'))[scout]?.isKept).toBe(true)
  expect(
    confirmDraft(editDraft(drafts, scout, words('hello you'), 'k2'), scout, words('hello'))[scout]?.isKept,
  ).toBe(false)
})

test('empty words are remembered until main has forgotten them', () => {
  const drafts = editDraft({}, scout, words(''), '')
  expect(nextUnkept(drafts, 10)?.[0]).toBe(scout)
  expect(confirmDraft(drafts, scout, words(''))).toEqual({})
})

test('words longer than main takes are not offered to it', () => {
  expect(nextUnkept(editDraft({}, 'first', words('x'.repeat(11)), 'k'), 10)).toBe(undefined)
})

test('after a snapshot, words that main never had stay and for the rest main is right', () => {
  const local: Drafts = {
    first: { ...words('typed while main was away'), key: 'k1', isKept: false },
    'agt-same': { ...words('same'), key: 'k2', isKept: true },
    'agt-sent': { ...words('sent from another window'), key: 'k3', isKept: true },
  }
  const main = {
    first: words('older'),
    'agt-same': words('same'),
    'agt-new': words('written in another browser'),
  }
  expect(mergeDrafts(local, main, key)).toEqual({
    first: local.first,
    'agt-same': local['agt-same'],
    'agt-new': { ...words('written in another browser'), key: 'fresh', isKept: true },
  })
})

test('what was sent while main was away does not come back as a draft', () => {
  const local = editDraft({}, scout, words(''), '')
  expect(mergeDrafts(local, { [scout]: words('sent') }, key)[scout]?.text).toBe('')
})

test('what is attached is kept with the words, and alone', () => {
  const drafts = editDraft({}, scout, { text: '', attachments: [picture] }, 'k1')
  expect(confirmDraft(drafts, scout, words(''))[scout]?.isKept).toBe(false)
  const kept = confirmDraft(drafts, scout, { text: '', attachments: [picture] })
  expect(kept[scout]).toMatchObject({ attachments: [picture], isKept: true })
  expect(mergeDrafts(kept, { [scout]: { text: '', attachments: [picture] } }, key)[scout]?.key).toBe('k1')
  expect(mergeDrafts(kept, { [scout]: words('') }, key)[scout]?.key).toBe('fresh')
})

test('a draft that an earlier Janus had remembered has nothing attached', () => {
  const before = { [scout]: { text: 'a', key: 'k', isKept: true } } as unknown as Drafts
  expect(restoreDrafts(before)[scout]?.attachments).toEqual([])
})
