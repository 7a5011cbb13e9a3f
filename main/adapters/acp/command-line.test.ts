import { describe, expect, test } from 'vitest'
import { parseCommandLine } from './command-line.ts'

describe('a command line', () => {
  test.each([
    { line: 'agent --acp', parts: ['agent', '--acp'] },
    { line: '  agent   --acp  ', parts: ['agent', '--acp'] },
    { line: `"/opt/my agent/run" 'a b' c"d e"f`, parts: ['/opt/my agent/run', 'a b', 'cd ef'] },
    { line: `agent ''  ""`, parts: ['agent', '', ''] },
    {
      line: String.raw`/opt/my\ agent --say "a \"b\"" 'c\d'`,
      parts: ['/opt/my agent', '--say', 'a "b"', String.raw`c\d`],
    },
    { line: `agent '$HOME' "a;b"`, parts: ['agent', '$HOME', 'a;b'] },
  ])('$line is taken apart without a shell', ({ line, parts }) => {
    const [command, ...args] = parts
    expect(parseCommandLine(line, 'linux')).toEqual({ ok: true, command, args })
  })

  test('of Windows has paths with backslashes', () => {
    const line = String.raw`C:\Tools\agent.exe --acp`
    expect(parseCommandLine(line, 'win32')).toMatchObject({
      ok: true,
      command: String.raw`C:\Tools\agent.exe`,
    })
  })

  test.each([
    { line: '', why: /names no program/ },
    { line: '   ', why: /names no program/ },
    { line: `''`, why: /names no program/ },
    { line: 'agent "--acp', why: /quote " is not closed/ },
    { line: `agent 'x`, why: /quote ' is not closed/ },
    { line: 'agent --acp; rm -rf x', why: /“;” is for a shell/ },
    { line: 'agent | tee x', why: /“\|” is for a shell/ },
    { line: 'agent $HOME', why: /“\$” is for a shell/ },
    { line: 'agent `x`', why: /for a shell/ },
    { line: 'agent > x', why: /for a shell/ },
    { line: 'A=b agent', why: /begins with a variable/ },
    { line: 'agent\nother', why: /cannot be seen/ },
    { line: 'agent \\', why: /ends with a backslash/ },
  ])('“$line” is refused, with what to do', ({ line, why }) => {
    const parsed = parseCommandLine(line, 'linux')
    expect(parsed).toMatchObject({ ok: false, problem: expect.stringMatching(why) as string })
  })
})
