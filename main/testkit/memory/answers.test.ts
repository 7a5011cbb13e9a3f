import { answerSuite } from '../suites/answer-suite.ts'
import { MemoryAnswerFiles } from './answers.ts'

answerSuite('answers in memory', () => {
  const files = new MemoryAnswerFiles()
  return { files, folder: '/ferry', write: (path, text) => files.files.set(`/ferry/${path}`, text) }
})
