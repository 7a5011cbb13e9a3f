import { ESLint } from 'eslint'
import { describe, expect, test } from 'vitest'
import tseslint from 'typescript-eslint'
import { root } from './child.mjs'

const eslint = new ESLint({ cwd: root, overrideConfig: [tseslint.configs.disableTypeChecked] })

/** Whether a file of the window with this text reads back what Janus has told. */
async function readsBack(text: string): Promise<boolean> {
  const [result] = await eslint.lintText(`${text}\n`, { filePath: 'renderer/x.ts' })
  return (result?.messages ?? []).some(({ ruleId }) => ruleId === 'no-restricted-syntax')
}

describe('nowhere is there', () => {
  test.each([
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
  ])('%s', async (_, text) => {
    expect(await readsBack(text)).toBe(true)
  })
})

describe('words of others may be looked into', () => {
  test.each([
    ['those of a person', `export const a = (e: Entry) => e.kind === 'human' && e.text.startsWith('/')`],
    ['beside a note', `export const a = ({ kind, text }: Entry) => kind === 'note' ? b : text.includes('x')`],
    ['what is not a note', `export const a = (e: Entry) => e.kind !== 'note' && e.text.includes('x')`],
    ['the input of a tool', `export const a = same.find((entry) => entry.text === card.input)`],
    ['a draft of a note', `export const a = begun.note.text.includes('@')`],
    ['a result as a whole', `export const a = messageIn(call.result.text)`],
    [
      'people’s words sieved out',
      `export const a = rows.filter((row) => row.kind === 'human').some((row) => row.text.includes('x'))`,
    ],
  ])('%s', async (_, text) => {
    expect(await readsBack(text)).toBe(false)
  })
})
