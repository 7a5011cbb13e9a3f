import { expect, test } from 'vitest'
import type { StatusReport } from '../../main/contract/app/status-report.ts'
import { openEach } from '../testing/open-each.ts'
import { Terminal } from '../testing/terminal.ts'

const terminal = openEach(new Terminal())

const report: StatusReport = {
  version: '0.1.0',
  rehearsal: false,
  shell: 'web',
  stateFolder: '/home/mo/.janus',
  person: 'mo',
  stopped: null,
  programs: [
    { kind: 'claude', path: '/usr/bin/claude', version: '2.1.5', login: 'in', problem: null },
    { kind: 'codex', path: null, version: null, login: 'unknown', problem: 'Not found. Install it.' },
  ],
  notices: ['2026-11-24 09:30 UTC: Janus broke down by a mistake of its own (Error: \u001b[2Jx).'],
}

test('janus status tells the app, its programs, and last what had befallen it', async () => {
  terminal.api.otherwise = () => ({ status: 200, value: report })
  expect(await terminal.janus('status')).toBe(0)
  expect(terminal.printed).toMatchInlineSnapshot(`
    "Janus 0.1.0, in the browser; its folder is /home/mo/.janus
    Claude 2.1.5: ready
    Codex: Not found. Install it.
    2026-11-24 09:30 UTC: Janus broke down by a mistake of its own (Error: \\u{1b}[2Jx)."
  `)
})

test('with nothing that went wrong it says so', async () => {
  terminal.api.otherwise = () => ({ status: 200, value: { ...report, notices: [] } })
  await terminal.janus('status')
  expect(terminal.printed).toContain('Nothing went wrong that you have not read.')
})
