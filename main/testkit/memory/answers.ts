import { pathProblem } from '../../contract/handlers/handler-words.ts'
import type { AnswerFiles, FileWords } from '../../ports/ports.ts'

/** Files by folder and path; no path leaves its folder. */
export class MemoryAnswerFiles implements AnswerFiles {
  readonly files = new Map<string, string>()
  #found: Parameters<AnswerFiles['connect']>[0] = () => undefined

  connect(found: Parameters<AnswerFiles['connect']>[0]): void {
    this.#found = found
  }

  perform({ agent, message, folder, path }: Parameters<AnswerFiles['perform']>[0]): void {
    this.#found({ type: 'handler.fileRead', agent, message, ...this.look(folder, path) })
  }

  look(folder: string, path: string): FileWords {
    const problem = pathProblem(path)
    if (problem !== '') return { text: null, problem }
    const text = this.files.get(`${folder}/${path}`)
    if (text === undefined) return { text: null, problem: `${path} is not there.` }
    return text.trim() === '' ? { text: null, problem: `${path} is empty.` } : { text, problem: '' }
  }
}
