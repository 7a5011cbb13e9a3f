import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { headers } from '../main/core/words/headers.ts'
import { root } from './child.mjs'

/** How the end-to-end test recognizes each header in a request of the real CLI. */
const readBy: Readonly<Record<keyof typeof headers, string>> = {
  fromJanus: '[Janus]:',
  fromUser: "'[From your user]:'",
  fromRemoteUser: 'a remote user, not your user',
  fromAgent: '[From agent "Alice"]:',
  toMany: 'to all agents]:',
  overLink: 'over your link',
  fromSeat: '[From seat 2,',
  decides: '[Janus: your user decides the question here',
  notYourUser: 'words above from "Alice" are not your user',
  endOfNotes: '[Janus: end of notes.',
  answers: '[Janus: this answers',
  byRule: '[Janus: an automatic reply',
  answeredFor: 'a rule of your user has answered',
  attached: '[Janus: attached',
  expects: '[Janus: expects a reply',
  more: 'more characters, read_message',
  piece: '[Janus: you have the talking piece]',
  beat: '[Janus: beat 1 of ',
  harvest: '[Janus: harvest of ',
  heartbeat: '[Janus: anchor timer',
}

const specs = readdirSync(join(root, 'e2e'))
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => readFileSync(join(root, 'e2e', name), 'utf8').replaceAll('\\[', '['))

test.each(Object.entries(readBy))('the header %s is read in a request of the real CLI', (_, words) => {
  expect(specs.some((text) => text.includes(words))).toBe(true)
})
