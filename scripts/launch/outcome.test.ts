import { describe, expect, test } from 'vitest'
import { exitCodes } from '../../main/apps/desktop/said.ts'
import { breakdownExitCode, forcedExitCode } from '../../main/apps/shared/quitting.ts'
import { codes, outcomeOf } from './outcome.mjs'

type Course = Parameters<typeof outcomeOf>[0]
type Word = 'starting' | 'window' | 'refused' | 'handed over' | 'no sandbox'

const ended = (code: number): Course['end'] => ({ code, signal: null })
const killed = (signal: NodeJS.Signals): Course['end'] => ({ code: null, signal })

function outcome(end: Course['end'], words: Word[] = [], change: Partial<Course> = {}, errors = '') {
  return outcomeOf({
    end,
    missing: null,
    limit: 20_000,
    isAsked: false,
    isHurried: false,
    said: { words: new Set(words), refusal: '', errors },
    ...change,
  })
}

test('its exit codes are those of the app', () => {
  expect(codes).toEqual({ ...exitCodes, brokeDown: breakdownExitCode, hurried: forcedExitCode, ended: 0 })
})

describe('what its exit code means', () => {
  test.each<[string, number, Word[], object]>([
    ['closed before its page came', 0, ['starting'], { kind: 'ended', code: 0 }],
    ['nothing at all', 0, [], { kind: 'unseen', reason: 'it ended at once (code 0)' }],
    ['ended', 0, ['starting', 'window'], { kind: 'ended', code: 0 }],
    ['ended in a hurry', 130, ['starting', 'window'], { kind: 'ended', code: 130 }],
    ['refused, as it has said itself', 3, ['starting'], { kind: 'ended', code: 3 }],
    ['no sandbox', 5, ['starting'], { kind: 'unseen', reason: 'it was started without its sandbox' }],
    ['broke down at once', 70, ['starting'], { kind: 'broke down', wasSeen: false }],
    ['broke down later', 70, ['starting', 'window'], { kind: 'broke down', wasSeen: true }],
    ['none of ours', 1, ['starting'], { kind: 'unseen', reason: 'it ended at once (code 1)' }],
  ])('%s', (_, code, words, expected) => {
    expect(outcome(ended(code), words)).toEqual(expected)
  })
})

test('the words of a refusal are passed on, unless the user has read them', () => {
  const refused = (errors: string) =>
    outcome(ended(3), [], { said: { words: new Set(['refused']), refusal: 'The disk is full.', errors } })
  expect(refused('noise')).toEqual({
    kind: 'ended',
    code: 3,
    words: 'Janus could not be started: The disk is full.',
  })
  expect(refused('noise\nThe disk\nis full.\n')).toEqual({ kind: 'ended', code: 3 })
})

describe('how it came to nothing', () => {
  const helper = '/opt/an electron/chrome-sandbox'
  const sandbox = 'this system does not let programs build a sandbox of their own'
  test.each<[string, NodeJS.Signals | number, string, string]>([
    [
      'a sandbox whose helper is not set up',
      'SIGTRAP',
      `[1:1/1:FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured correctly. You need to make sure that ${helper} is owned by root and has mode 4755.`,
      `${sandbox}; this fixes it: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
    ],
    ['no helper at all', 'SIGTRAP', 'FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!', sandbox],
    [
      'root',
      'SIGTRAP',
      'FATAL:electron_main_delegate.cc(287)] Running as root without --no-sandbox is not supported.',
      'the desktop app does not run as root',
    ],
    [
      'X11',
      'SIGSEGV',
      'Missing X server or $DISPLAY\nThe platform failed to initialize.',
      'its screen cannot be reached',
    ],
    ['Wayland', 1, 'Failed to connect to Wayland display: No such file (2)', 'its screen cannot be reached'],
    [
      'a library',
      127,
      'electron: error while loading shared libraries: libgtk-3.so.0: cannot open shared object file',
      'the library libgtk-3.so.0 is missing here',
    ],
    [
      'an old system',
      1,
      "electron: version `GLIBC_2.25' not found",
      'it needs a newer system, with GLIBC_2.25',
    ],
    ['a crash', 'SIGSEGV', 'noise', 'it crashed (SIGSEGV)'],
    ['somebody', 'SIGKILL', '', 'something ended it (SIGKILL)'],
  ])('%s', (_, how, errors, reason) => {
    const end = typeof how === 'number' ? ended(how) : killed(how)
    expect(outcome(end, [], {}, errors)).toEqual({ kind: 'unseen', reason })
  })

  test('known words say more than that it came too late', () => {
    const late = { missing: 'window' as const }
    expect(outcome(killed('SIGTERM'), [], late, 'Missing X server')).toEqual({
      kind: 'unseen',
      reason: 'its screen cannot be reached',
    })
  })
})

describe('an end that was asked for', () => {
  test.each<[string, Course['end'], Partial<Course>, number]>([
    ['before it could hear of it', killed('SIGTERM'), { isAsked: true }, 0],
    ['before it could hear of Ctrl-C', killed('SIGINT'), { isAsked: true }, 0],
    ['and went wrong', ended(1), { isAsked: true }, 1],
    ['and crashed', killed('SIGSEGV'), { isAsked: true }, 139],
    ['in a hurry, but it was quicker', ended(0), { isAsked: true, isHurried: true }, 0],
    ['in a hurry', killed('SIGKILL'), { isAsked: true, isHurried: true }, 130],
    ['after a hang', killed('SIGTERM'), { isAsked: true, missing: 'window' }, 0],
  ])('%s', (_, end, change, code) => {
    expect(outcome(end, [], change)).toEqual({ kind: 'ended', code })
  })
})
