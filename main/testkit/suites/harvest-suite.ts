import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RefusedError } from '../../contract/api/errors.ts'
import type { HarvestFile, HarvestFiles } from '../../ports/gatherings.ts'

/** Paths that a harvester might write and that must be refused. */
const refusedPaths: readonly string[] = [
  '',
  ' ',
  '.',
  './',
  '..',
  '../a.md',
  'docs/../../a.md',
  'docs/../a.md',
  'a/..',
  'docs/',
  'a/./b',
  '/etc/passwd',
  '//host/a',
  '\\\\host\\a',
  'C:\\a',
  'c:a',
  '~/a',
  '~root/a',
  'a\\..\\..\\b',
  'a:b',
  'a\\b',
  'a\0.md',
  'a\nb',
  'a\u202eb',
  'a\u200b.md',
  '.g\u200cit/config',
  'a\ud800b',
  'a?',
  'a*',
  'a|b',
  '"a"',
  '<a>',
  '.git/hooks/pre-commit',
  '.GIT/config',
  'a/.git/config',
  'git~1/config',
  '.env',
  '.claude/settings.json',
  'docs/.hidden.md',
  '.github/workflows/x.yml',
  '.husky/pre-commit',
  '.vscode/tasks.json',
  '...',
  'CON',
  'con.md',
  'docs/NUL',
  'aux.txt',
  'COM1',
  'lpt9.md',
  'com\u00b9',
  'CONIN$',
  'a.',
  'a ',
  ' a',
  'a /b',
  'x'.repeat(201),
  `${'a/'.repeat(600)}b`,
  'ü'.repeat(101),
]

/** The files under test, by the paths they return. */
interface HarvestBench {
  readonly files: HarvestFiles
  /** An existing folder of the user, by its real path; and the state folder. */
  readonly folder: string
  readonly stateFolder: string
  read(path: string): string | null
  write(path: string, text: string): void
  dispose(): void
}

/** Shortly before midnight, UTC. */
const late = Date.UTC(2026, 10, 22, 23, 59)

export const makeHarvestFile = (n: number, changes: Partial<HarvestFile> = {}): HarvestFile => ({
  id: `gat-000000000${n}`,
  at: late,
  topic: 'Which names?',
  markdown: `# Names ${n}\n`,
  trail: `22 November, Ann and Bob: names ${n}`,
  ...changes,
})

const count = (text: string | null, part: string): number => (text ?? '').split(part).length - 1

/** What files of gatherings, on disk or in memory, must do. */
export function harvestSuite(name: string, makeBench: () => HarvestBench): void {
  describe(name, () => {
    let bench: HarvestBench
    beforeEach(() => {
      bench = makeBench()
    })
    afterEach(() => bench.dispose())
    describe('a gathering', () => keepSuite(() => bench))
    describe('a card', () => cardSuite(() => bench))
    describe('where nothing is filed', () => pathSuite(() => bench))
  })
}

function keepSuite(bench: () => HarvestBench): void {
  const own = (name: string): string => `${bench().folder}/gatherings/${name}`

  it('is written under its day and topic, with its line in the trail', () => {
    const { files, folder, read } = bench()
    expect(files.keep(folder, makeHarvestFile(1))).toBe(own('2026-11-22-which-names.md'))
    expect(read(own('2026-11-22-which-names.md'))).toMatch(/^# Names 1\n[^]*gat-0000000001[^]*\n$/)
    expect(read(own('TRAIL.md'))).toBe(
      '# Trail\n\n- 22 November, Ann and Bob: names 1 [2026-11-22-which-names.md](2026-11-22-which-names.md) ' +
        '<!-- gat-0000000001 -->\n',
    )
  })

  it('goes to the folder of Janus where there is no other', () => {
    const { files, stateFolder, read } = bench()
    const path = files.keep(null, makeHarvestFile(1))
    expect(path).toBe(`${stateFolder}/gatherings/2026-11-22-which-names.md`)
    expect(read(`${stateFolder}/gatherings/TRAIL.md`)).toContain('names 1')
  })

  it('takes the next number where another has the name, also one that is no gathering', () => {
    const { files, folder, write } = bench()
    write(own('2026-11-22-which-names.md'), 'notes of the user\n')
    const paths = [1, 2].map((n) => files.keep(folder, makeHarvestFile(n)))
    expect(paths).toEqual([own('2026-11-22-which-names-2.md'), own('2026-11-22-which-names-3.md')])
    expect(bench().read(own('2026-11-22-which-names.md'))).toBe('notes of the user\n')
  })

  it('has one file and one line, however often it is written; its newest words', () => {
    const { files, folder, read } = bench()
    const first = files.keep(folder, makeHarvestFile(1))
    files.keep(folder, makeHarvestFile(2))
    const again = makeHarvestFile(1, { markdown: '# Names, filed' })
    expect([files.keep(folder, makeHarvestFile(1)), files.keep(folder, again)]).toEqual([first, first])
    expect(read(first)).toMatch(/^# Names, filed\n/)
    const trail = read(own('TRAIL.md'))
    expect([count(trail, 'gat-0000000001'), count(trail, 'gat-0000000002')]).toEqual([1, 1])
  })

  it('gets its harvest in the trail later, where it had none', () => {
    const { files, folder, read } = bench()
    const first = files.keep(folder, makeHarvestFile(1, { trail: 'names · no harvest' }))
    files.keep(folder, makeHarvestFile(2, { trail: 'others · no harvest' }))
    expect(files.keep(folder, makeHarvestFile(1, { trail: 'names · decided: Ann' }))).toBe(first)
    expect(read(own('TRAIL.md'))).toMatch(/\n- names · decided: Ann \[.*\n- others · no harvest \[.*\n$/)
    files.keep(folder, makeHarvestFile(1, { trail: 'names · no harvest' }))
    expect(read(own('TRAIL.md'))).toContain('decided: Ann')
  })

  it('stays unchanged when somebody has edited it since', () => {
    const { files, folder, read, write } = bench()
    const path = files.keep(folder, makeHarvestFile(1))
    const edited = (read(path) ?? '').replace('# Names 1', '# Names, my words')
    write(path, edited)
    expect(files.keep(folder, makeHarvestFile(1))).toBe(path)
    expect(read(path)).toBe(edited)
  })

  it('is not taken for another by what was said in it', () => {
    const { files, folder } = bench()
    const first = files.keep(folder, makeHarvestFile(1))
    const forged = `${bench().read(first) ?? ''}\n<!-- gat-0000000001 -->`
    const other = files.keep(folder, makeHarvestFile(2, { markdown: forged, trail: forged }))
    expect(other).not.toBe(first)
    expect(files.keep(folder, makeHarvestFile(2, { markdown: forged, trail: forged }))).toBe(other)
    expect(files.keep(folder, makeHarvestFile(1))).toBe(first)
    expect(bench().read(own('TRAIL.md'))?.split('\n')).toHaveLength(5)
  })

  it.each([
    ['Which names?', 'which-names'],
    ['  Über größere Straßen & Øre  ', 'uber-grossere-strassen-ore'],
    ['../../etc/passwd', 'etc-passwd'],
    ['CON', 'con'],
    ['a:b\\c|d*', 'a-b-c-d'],
    ['-rf --no', 'rf-no'],
    ['渡し船', 'gathering'],
    ['', 'gathering'],
    ['\u202e💥.', 'gathering'],
    ['x'.repeat(59) + ' yz', 'x'.repeat(59)],
    ['ab '.repeat(40), 'ab-'.repeat(20).slice(0, 59)],
    ['ﬁle №5', 'file-no5'],
  ])('of the topic %j is called %s', (topic, slug) => {
    const { files, folder } = bench()
    expect(files.keep(folder, makeHarvestFile(1, { topic }))).toBe(own(`2026-11-22-${slug}.md`))
  })

  it('keeps its words to the letter, and its line one line', () => {
    const { files, folder, read } = bench()
    const markdown = 'ü 💥 \u202e\r\n\t``` \n'
    const path = files.keep(folder, makeHarvestFile(1, { markdown, trail: '- who\n# and\nwhen' }))
    expect(read(path)?.startsWith(markdown)).toBe(true)
    expect(read(own('TRAIL.md'))?.split('\n')[2]).toMatch(/^- who # and when \[/)
  })
}

function cardSuite(bench: () => HarvestBench): void {
  const todo = (text: string) => ({ kind: 'todo', path: '', text }) as const
  const doc = (path: string, text: string) => ({ kind: 'doc', path, text }) as const
  type Card = Parameters<HarvestFiles['look']>[1]
  const file = (card: Card, folder: string | null = bench().folder): string => {
    const { hash, problem } = bench().files.look(folder, card)
    expect(problem).toBe('')
    return bench().files.file(folder, card, hash)
  }

  it('todo is added to the list', () => {
    const list = file(todo('Ask Ann'))
    expect(list).toBe(`${bench().folder}/gatherings/TODO.md`)
    file(todo('- [ ] Write it\n- [ ] Try it\n'))
    file(todo('Rename:\nall of them'))
    expect(bench().read(list)).toBe(
      '# To do\n\n- [ ] Ask Ann\n- [ ] Write it\n- [ ] Try it\n- [ ] Rename:\n      all of them\n',
    )
  })

  it('todo leaves the list as the user has it, and is added once', () => {
    const list = `${bench().folder}/gatherings/TODO.md`
    bench().write(list, '* [x] old')
    for (let n = 0; n < 3; n++) file(todo('new'))
    expect(bench().read(list)).toBe('* [x] old\n- [ ] new\n')
  })

  it.each(['NOTES.md', 'docs/names.md', './docs//deep/er/names.md', 'a b/ü.txt', 'Makefile'])(
    'doc is written to %s',
    (path) => {
      const { files, folder, read } = bench()
      const change = files.look(folder, doc(path, 'words'))
      expect(change).toMatchObject({ before: null, after: 'words\n', problem: '' })
      expect(files.file(folder, doc(path, 'words'), change.hash)).toBe(change.path)
      expect(change.path).toBe(`${folder}/${path.replace('./', '').replace('//', '/')}`)
      expect(read(change.path)).toBe('words\n')
    },
  )

  it('doc shows what it replaces', () => {
    const { files, folder, read, write } = bench()
    write(`${folder}/docs/a.md`, 'before')
    expect(files.look(folder, doc('docs/a.md', 'after'))).toMatchObject({
      before: 'before',
      after: 'after\n',
    })
    file(doc('docs/a.md', 'after'))
    expect(read(`${folder}/docs/a.md`)).toBe('after\n')
    expect(file(doc('docs/a.md', 'after'))).toBe(`${folder}/docs/a.md`)
  })

  it.each([todo('one more'), doc('docs/a.md', 'after')])(
    '$kind is not filed over what was not shown',
    (card) => {
      const { files, folder, read, write } = bench()
      const { hash, path } = files.look(folder, card)
      write(path, 'written meanwhile')
      expect(() => files.file(folder, card, hash)).toThrow(RefusedError)
      expect(() => files.file(folder, card, '')).toThrow(RefusedError)
      expect(() => files.file(folder, { ...card, text: 'other' }, files.look(folder, card).hash)).toThrow()
      expect(read(path)).toBe('written meanwhile')
    },
  )

  const note = (kind: 'memory' | 'idea', path: string, text: string) => ({ kind, path, text }) as const

  it('memory is added to the notes that the user chose, once; other words there stay as they are', () => {
    const notes = file(note('memory', 'gatherings/MEMORY.md', 'Ten seconds.\n(2026-11-22, gat-1)'))
    file(note('memory', 'gatherings/MEMORY.md', 'Two piers.'))
    file(note('memory', 'gatherings/MEMORY.md', 'Two piers.'))
    expect(notes).toBe(`${bench().folder}/gatherings/MEMORY.md`)
    expect(bench().read(notes)).toBe('# Memory\n\n- Ten seconds.\n  (2026-11-22, gat-1)\n- Two piers.\n')
    bench().write(`${bench().folder}/AGENTS.md`, '# Ferry\n\nRun the tests.')
    file(note('memory', 'AGENTS.md', 'Two piers.'))
    expect(bench().read(`${bench().folder}/AGENTS.md`)).toBe('# Ferry\n\nRun the tests.\n\n- Two piers.\n')
  })

  it('idea is added to the ideas', () => {
    const ideas = file(note('idea', 'gatherings/IDEAS.md', 'A quieter horn.'))
    expect(bench().read(ideas)).toBe('# Ideas\n\n- A quieter horn.\n')
  })

  it.each(['docs/a.md', 'gatherings/TRAIL.md', '../AGENTS.md', 'agents.md', '', '.claude/AGENTS.md'])(
    'memory goes to no other file: %s',
    (path) => {
      const { files, folder } = bench()
      const card = note('memory', path, 'x')
      const { hash, problem } = files.look(folder, card)
      expect(problem).toContain('no file for what is to be remembered')
      expect(() => files.file(folder, card, hash)).toThrow(RefusedError)
    },
  )

  it('what agents read by themselves is of a folder: without one a memory stays among the gatherings', () => {
    const { files, stateFolder } = bench()
    expect(files.look(null, note('memory', 'AGENTS.md', 'x')).problem).toContain('no folder of its own')
    expect(file(note('memory', 'gatherings/MEMORY.md', 'x'), null)).toBe(
      `${stateFolder}/gatherings/MEMORY.md`,
    )
  })

  it('without a folder everything stays among the gatherings of Janus', () => {
    const { stateFolder, read } = bench()
    expect(file(todo('x'), null)).toBe(`${stateFolder}/gatherings/TODO.md`)
    expect(file(doc('settings.json', '{}'), null)).toBe(`${stateFolder}/gatherings/settings.json`)
    expect(file(doc('notes/a.md', 'words'), null)).toBe(`${stateFolder}/gatherings/notes/a.md`)
    expect(read(`${stateFolder}/settings.json`)).toBeNull()
  })
}

function pathSuite(bench: () => HarvestBench): void {
  it.each(refusedPaths)('%j', (path) => {
    const { files, folder } = bench()
    const card = { kind: 'doc', path, text: 'x' } as const
    for (const root of [folder, null]) {
      const change = files.look(root, card)
      expect(change.problem).toMatch(/^[^]+\.$/)
      expect(() => files.file(root, card, change.hash)).toThrow(RefusedError)
    }
  })
}
