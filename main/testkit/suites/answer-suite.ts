import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AnswerFiles, FileRead } from '../../ports/ports.ts'

/** The reader under test; `write` puts a file into the agent's folder. */
interface AnswersInHand {
  readonly files: AnswerFiles
  readonly folder: string
  readonly write: (path: string, text: string) => void
  readonly dispose?: () => void
}

/** What every reader of answers, real or fake, must do. */
export function answerSuite(name: string, open: () => AnswersInHand): void {
  describe(name, () => {
    let hand: AnswersInHand
    beforeEach(() => void (hand = open()))
    afterEach(() => hand.dispose?.())

    it('gives the words of a file in the folder', () => {
      hand.write('docs/status.md', 'Alles läuft.\n')
      expect(hand.files.look(hand.folder, 'docs/status.md')).toEqual({ text: 'Alles läuft.\n', problem: '' })
    })

    it('reports every requested file, read or not', () => {
      const found: FileRead[] = []
      hand.files.connect((one) => found.push(one))
      const of = { agent: 'agt-1', message: 'msg-1', folder: hand.folder } as const
      hand.write('status.md', 'Here.')
      hand.files.perform({ do: 'handler.readFile', ...of, path: 'status.md' })
      hand.files.perform({ do: 'handler.readFile', ...of, path: 'missing.md' })
      const { folder: _folder, ...asked } = of
      expect(found).toEqual([
        { type: 'handler.fileRead', ...asked, text: 'Here.', problem: '' },
        { type: 'handler.fileRead', ...asked, text: null, problem: 'missing.md is not there.' },
      ])
    })

    it('gives no empty file', () => {
      hand.write('empty.md', ' \n')
      expect(hand.files.look(hand.folder, 'empty.md')).toEqual({ text: null, problem: 'empty.md is empty.' })
    })

    it.each(['../keys.txt', '/etc/passwd', 'C:\\keys', '.env', 'docs/', 'docs/../../keys', 'a\0b', ''])(
      'reads nothing at %j',
      (path) => {
        const { text, problem } = hand.files.look(hand.folder, path)
        expect(text).toBeNull()
        expect(problem).not.toBe('')
      },
    )
  })
}
