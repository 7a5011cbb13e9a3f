import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerSuite } from '../../testkit/suites/answer-suite.ts'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import type { AnswerFiles } from '../../ports/ports.ts'
import { openAnswerFiles } from './answer-files.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

let at: string
let folder: string
let files: AnswerFiles

const write = (path: string, text: string | Buffer): void => {
  fs.mkdirSync(dirname(path), { recursive: true })
  fs.writeFileSync(path, text)
}

beforeEach(() => {
  at = quickTestFolder('answers')
  folder = join(at, 'ferry')
  fs.mkdirSync(folder)
  files = openAnswerFiles(join(at, 'ferry', 'janus'))
})

answerSuite('answers on the disk', () => {
  const place = fs.realpathSync(makeQuickFolder('answer-suite'))
  return {
    files: openAnswerFiles(join(place, 'state')),
    folder: place,
    write: (path, text) => write(join(place, path), text),
    dispose: () => fs.rmSync(place, { recursive: true }),
  }
})

describe('what is no answer', () => {
  const problemAt = (path: string): string => {
    const { text, problem } = files.look(folder, path)
    expect(text).toBeNull()
    return problem
  }

  it('a link that leads out of the folder, at the end or on the way', () => {
    write(join(at, 'keys', 'secret.txt'), 'secret')
    fs.symlinkSync(join(at, 'keys', 'secret.txt'), join(folder, 'status.md'))
    fs.symlinkSync(join(at, 'keys'), join(folder, 'docs'))
    expect(problemAt('status.md')).toBe("status.md leads out of the agent's folder.")
    expect(problemAt('docs/secret.txt')).toBe("docs/secret.txt leads out of the agent's folder.")
  })

  it('a link to something hidden, or to the folder of Janus', () => {
    write(join(folder, '.env'), 'TOKEN=1')
    write(join(folder, 'janus', 'api.json'), '{}')
    fs.symlinkSync('.env', join(folder, 'status.md'))
    expect(problemAt('status.md')).toContain('Hidden files')
    expect(problemAt('janus/api.json')).toBe('janus/api.json is in the folder of Janus itself.')
  })

  it('more than 16 KiB, or what is not text in UTF-8', () => {
    write(join(folder, 'long.md'), 'x'.repeat(16 * 1024 + 1))
    write(join(folder, 'whole.md'), 'x'.repeat(16 * 1024))
    write(join(folder, 'picture.png'), Buffer.from([0x89, 0x50, 0xff, 0xfe]))
    write(join(folder, 'nul.md'), 'a\0b')
    expect(problemAt('long.md')).toBe('long.md has more than 16 KiB.')
    expect(files.look(folder, 'whole.md').text).toHaveLength(16 * 1024)
    expect(problemAt('picture.png')).toBe('picture.png is not text in UTF-8.')
    expect(problemAt('nul.md')).toBe('nul.md is not text in UTF-8.')
  })

  it('a folder, a pipe that nobody writes to, or a folder that is gone', () => {
    fs.mkdirSync(join(folder, 'docs'))
    expect(problemAt('docs')).toMatch(/not a plain file|cannot be read/)
    if (spawnSync('mkfifo', [join(folder, 'pipe')]).status === 0)
      expect(problemAt('pipe')).toBe('pipe is not a plain file.')
    expect(files.look(join(at, 'gone'), 'status.md').problem).toBe('status.md is not there.')
  })

  it('but a link inside the folder is followed', () => {
    write(join(folder, 'docs', 'status.md'), 'Here.')
    fs.symlinkSync(join('docs', 'status.md'), join(folder, 'now.md'))
    expect(files.look(folder, 'now.md').text).toBe('Here.')
  })
})
