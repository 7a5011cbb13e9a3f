import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ChangingJanus } from '../../../testkit/changing-janus.ts'

async function open(folder = 'work; $(touch x) "a') {
  const of = new ChangingJanus({ [join(folder, 'a.txt')]: 'x\n' })
  onTestFinished(() => of.close())
  const cwd = join(of.repository.folder, folder)
  return { of, janus: of.janus, cwd, agent: await of.add('Scout', cwd) }
}

test('a terminal opens in the agent’s folder: the person’s own, else the first that there is', async () => {
  const { of, janus, cwd, agent } = await open()
  await expect(janus.window('terminals.open', { agent })).rejects.toThrow(
    'No terminal was found here. Choose yours in the settings: Your terminal.',
  )
  of.terminals = [
    { name: 'Konsole', command: 'konsole --workdir {folder}' },
    { name: 'xterm', command: 'xterm' },
  ]
  expect(await janus.window('terminals.open', { agent })).toEqual({ folder: cwd })
  await janus.window('settings.change', { terminal: '"/opt/my term/kitty" --directory={folder}' })
  await janus.window('terminals.open', { agent })
  expect(of.started).toEqual([
    ['konsole', '--workdir', cwd, `in ${cwd}`],
    ['/opt/my term/kitty', `--directory=${cwd}`, `in ${cwd}`],
  ])
})

test('only the window opens one and chooses it, no shell reads the line, and a folder that is gone is said', async () => {
  const { janus, cwd, agent } = await open()
  const api = { kind: 'api' } as const
  await expect(janus.as(api, 'settings.change', { terminal: 'touch x' })).rejects.toThrow('Only the window')
  await expect(janus.as(api, 'terminals.open', { agent })).rejects.toThrow('Only the user')
  await expect(janus.as({ kind: 'agent', id: agent }, 'terminals.open', { agent })).rejects.toThrow(
    'Only the user',
  )
  await expect(janus.window('settings.change', { terminal: 'xterm; rm x' })).rejects.toThrow(
    'No shell reads this line',
  )
  await janus.window('settings.change', { terminal: 'xterm' })
  fs.rmSync(cwd, { recursive: true })
  await expect(janus.window('terminals.open', { agent })).rejects.toThrow(`The folder ${cwd} is gone.`)
})
