import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { plants, whatPipesHold } from '../../testkit/served/planted.ts'
import { forgetReceipts, Receipts } from './receipts.ts'
import { testFolder } from '../../testkit/test-folder.ts'

const a = 'agt-aaaaaaaaaa' as const

describe('receipts', () => {
  let folder: string
  let receipts: Receipts
  const path = (): string => join(folder, 'agents', a, 'receipts.jsonl')

  beforeEach(() => {
    folder = testFolder('receipts')
    receipts = new Receipts(folder, a, 'one')
  })

  test('say without the conversation what was never put, and what has ended', () => {
    receipts.written('kept', 'say: kept')
    receipts.ended('kept', 'kept')
    receipts.written('stopped', 'wait')
    receipts.ended('stopped', null)
    receipts.written('open', 'wait')
    expect(receipts.known(['kept', 'stopped', 'never', 'open'])).toEqual([
      { frame: 'kept', found: 'finished', text: 'kept' },
      { frame: 'stopped', found: 'unfinished', text: '' },
      { frame: 'never', found: 'absent', text: '' },
      null,
    ])
  })

  test('find a prompt in the conversation by its words, however its blanks are kept', () => {
    receipts.written('here', 'first line\nsecond')
    receipts.written('gone', 'not there')
    const replayed = [{ id: '', text: 'first line second\n' }]
    expect(receipts.locate(['here', 'gone'], replayed)).toMatchObject([
      { frame: 'here', found: 'unfinished' },
      { frame: 'gone', found: 'absent' },
    ])
  })

  test('tell prompts of the same words apart by their order; what was not there is not counted again', () => {
    receipts.written('first', 'go on')
    receipts.ended('first', 'done')
    receipts.written('second', 'go on')
    const [one, two] = [
      { id: '', text: 'go on' },
      { id: '', text: 'go on' },
    ]
    expect(receipts.locate(['second'], [one])).toMatchObject([{ found: 'absent' }])
    receipts.written('third', 'go on')
    expect(receipts.locate(['third'], [one, two])).toMatchObject([{ found: 'unfinished' }])
  })

  test('go by the id that the conversation gave a prompt, where it gave one', () => {
    receipts.written('frame', 'words')
    receipts.named('frame', 'id-1')
    expect(receipts.locate(['frame'], [{ id: 'id-1', text: 'as the agent rewrote them' }])).toMatchObject([
      { found: 'unfinished' },
    ])
    receipts.written('other', 'words')
    receipts.named('other', 'id-2')
    expect(receipts.locate(['other'], [{ id: 'id-1', text: 'words' }])).toMatchObject([{ found: 'absent' }])
  })

  test('outlive the process, half a line at the end, and are the owner’s alone', () => {
    receipts.written('frame', 'words')
    appendFileSync(path(), '{"conversation":"one","fra')
    expect(new Receipts(folder, a, 'one').known(['frame'])).toEqual([null])
    expect(readFileSync(path(), 'utf8')).not.toContain('words')
    if (process.platform !== 'win32') expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  test('are of one conversation: another begins again, and forgets the one before', () => {
    receipts.written('frame', 'words')
    const next = new Receipts(folder, a, 'two')
    expect(next.known(['frame'])).toMatchObject([{ found: 'absent' }])
    next.trim()
    expect(receipts.known(['frame'])).toMatchObject([{ found: 'absent' }])
  })

  test('go with their agent', () => {
    receipts.written('frame', 'words')
    forgetReceipts(folder, a)
    expect(existsSync(path())).toBe(false)
  })

  test('that the disk does not take are known meanwhile, told once, and written with the next', () => {
    const told: string[] = []
    const full = new Receipts(folder, a, 'one', (line) => told.push(line))
    // A folder in its place makes writing fail.
    mkdirSync(path(), { recursive: true, mode: 0o700 })
    full.written('first', 'words')
    full.ended('first', 'done')
    expect(full.known(['first'])).toMatchObject([{ found: 'finished', text: 'done' }])
    expect(told).toHaveLength(1)
    rmdirSync(path())
    full.written('second', 'words')
    expect(new Receipts(folder, a, 'one').known(['first', 'second', 'none'])).toMatchObject([
      { found: 'finished' },
      null,
      { found: 'absent' },
    ])
  })

  test.runIf(abilities.links).each(plants)('never follow %s in their place', (_, plant) => {
    const victim = join(folder, 'victim')
    writeFileSync(victim, 'precious')
    mkdirSync(join(folder, 'agents', a), { recursive: true, mode: 0o700 })
    plant(path(), victim)
    receipts.written('frame', 'words')
    receipts.trim()
    expect(readFileSync(victim, 'utf8')).toBe('precious')
    expect(whatPipesHold(path())).toBe('')
    expect(receipts.known(['frame'])).toEqual([null])
  })
})
