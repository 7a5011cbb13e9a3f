import { describe, expect, test } from 'vitest'
import { lintedSnippets } from './lint-snippets.ts'

const linted = lintedSnippets()

/** Whether a file of the window with this text reads back what Janus has told. */
function readsBack(text: string): () => boolean {
  const broken = linted('renderer/x.ts', text)
  return () => broken().includes('janus/no-parsed-note')
}

describe('nowhere is there', () => {
  for (const [name, text] of [
    [
      'a note read by its words',
      `export const a = ({ kind, text }: Entry) => kind === 'note' ? sentence.test(text) : b`,
    ],
    [
      'a note taken apart',
      `export function a(e: Entry) { if (e.kind === 'note') { const [b] = sentence.exec(e.text) ?? []; c(b) } }`,
    ],
    ['a note compared', `export const a = (e: Entry) => e.kind === 'note' && e.text === sentence`],
    ['a result read by its words', `export const a = sentence.test(call.result.text)`],
    ['a result searched', `export const a = result?.text.includes('no')`],
    [
      'a note sieved out and searched',
      `export const a = rows.filter((row) => row.kind === 'note').some((row) => row.text.includes('x'))`,
    ],
  ] as const) {
    const isReadBack = readsBack(text)
    test(name, () => expect(isReadBack()).toBe(true))
  }
})

describe('words of others may be looked into', () => {
  for (const [name, text] of [
    ['those of a user', `export const a = (e: Entry) => e.kind === 'user' && e.text.startsWith('/')`],
    ['beside a note', `export const a = ({ kind, text }: Entry) => kind === 'note' ? b : text.includes('x')`],
    ['what is not a note', `export const a = (e: Entry) => e.kind !== 'note' && e.text.includes('x')`],
    ['the input of a tool', `export const a = same.find((entry) => entry.text === card.input)`],
    ['a draft of a note', `export const a = begun.note.text.includes('@')`],
    ['a result as a whole', `export const a = messageIn(call.result.text)`],
    [
      'people’s words sieved out',
      `export const a = rows.filter((row) => row.kind === 'user').some((row) => row.text.includes('x'))`,
    ],
  ] as const) {
    const isReadBack = readsBack(text)
    test(name, () => expect(isReadBack()).toBe(false))
  }
})
