import { expect, test } from 'vitest'
import { LONGEST_PAUSE, parseSteps } from './script.ts'

test('steps stand one a line, among other lines', () => {
  const text =
    '[From agent "janus"]:\nPlease:\nsay: hi there\n  slow: 300 one two\nthink: 20\nmuse: hm\nwait: gate-1\nCall: list_agents\n'
  expect(parseSteps(text)).toEqual([
    { do: 'say', text: 'hi there', ms: 0 },
    { do: 'say', text: 'one two', ms: 300 },
    { do: 'think', ms: 20 },
    { do: 'muse', text: 'hm' },
    { do: 'wait', name: 'gate-1' },
    { do: 'call', tool: 'list_agents', input: {} },
  ])
})

test('a call has one JSON object as input; anything else is reported', () => {
  expect(
    parseSteps('call: mcp__janus-agents__send_to_agent {"target":"b","message":"say: x\\nsay: y"}'),
  ).toEqual([
    {
      do: 'call',
      tool: 'mcp__janus-agents__send_to_agent',
      input: { target: 'b', message: 'say: x\nsay: y' },
    },
  ])
  for (const input of ['{"a":', '[1]', 'null', '"text"', 'soon']) {
    expect(parseSteps(`call: note ${input}`)).toEqual([
      {
        do: 'say',
        text: 'I could not call `note`: what follows it must be one JSON object on the same line.',
        ms: 0,
      },
    ])
  }
})

test('text that only resembles a step is a prompt', () => {
  for (const text of [
    'Think: is this right?',
    'slow: down please',
    'wait: a moment',
    'call: me maybe?!',
    'I say: x',
    'say it',
  ]) {
    expect(parseSteps(text).filter((step) => step.do !== 'say')).toEqual([])
  }
  expect(parseSteps('Think: is this right?\nslow: down please\nwait: a moment\nI say: x\nsay it')).toEqual([])
})

test('backslashes, carriage returns and empty texts are accepted', () => {
  expect(parseSteps('\\say: a\r\n\\\\say: b\nsay:\nslow: 5')).toEqual([
    { do: 'say', text: 'a', ms: 0 },
    { do: 'say', text: 'b', ms: 0 },
    { do: 'say', text: '', ms: 0 },
    { do: 'say', text: '', ms: 5 },
  ])
})

test('no pause is longer than the longest', () => {
  expect(parseSteps('think: 99999999999999999999')).toEqual([{ do: 'think', ms: LONGEST_PAUSE }])
})
