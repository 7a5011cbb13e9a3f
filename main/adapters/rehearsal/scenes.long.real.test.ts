import type { CanUseTool } from '@anthropic-ai/claude-agent-sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RealCli } from '../../backends/claude/real-cli.ts'
import { openGit } from '../git/run-git.ts'
import { demoGitEnvironment, prepareDemoFolder } from './demo-folder.ts'
import { startRehearsal, type WatchedRehearsalModel } from './testing/watched-model.ts'
import { testFolder } from '../../testkit/test-folder.ts'

let model: WatchedRehearsalModel
let cli: RealCli
let top: string
const asked: string[] = []
let answer: 'allow' | 'deny' = 'allow'

beforeEach(async () => {
  top = testFolder('scenes')
  asked.length = 0
  const canUseTool: CanUseTool = (tool, input) => {
    asked.push(tool)
    return Promise.resolve(
      answer === 'allow'
        ? { behavior: 'allow', updatedInput: input }
        : { behavior: 'deny', message: 'The user denied this.' },
    )
  }
  model = await startRehearsal()
  cli = await RealCli.start(model.url, {
    cwd: (await prepareDemoFolder(top, openGit(demoGitEnvironment(process.env)))) ?? '',
    canUseTool,
  })
})

afterEach(async () => {
  await cli.close()
  await model.close()
})

test('reading needs no permission; running and editing do, and are real', async () => {
  expect(await cli.ask('What does this project do?')).toContain('**Ferry**: The timetable')
  expect(await cli.ask('Find what is untested')).toContain('1 has no test: `src/fares.js`')
  expect(await cli.ask('Read the open issues')).toContain('`src/fares.js:6`: children pay half the fare')
  expect(asked).toEqual([])
  answer = 'deny'
  expect(await cli.ask('Run the tests')).toContain('It was not allowed')
  answer = 'allow'
  expect(await cli.ask('Run the tests')).toContain('The tests pass: 3 of 3.')
  expect(await cli.ask('Fix the child fare')).toContain('Children pay half now')
  expect(await cli.ask('Fix the child fare')).toContain('nothing to change')
  expect(await cli.ask('Write a note')).toContain('It stands in `NOTES.md`')
  expect(await cli.ask('Write a note')).toContain('It stands in `NOTES.md`')
  expect(asked).toEqual(['Bash', 'Bash', 'Edit', 'Write', 'Write'])
})
