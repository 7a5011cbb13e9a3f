import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { editorWords } from './open-programs.ts'
import { ChangingJanus } from '../../../testkit/changing-janus.ts'

async function open(editor: string) {
  const of = new ChangingJanus({ 'src/fares.js': 'x\n', '-g $(touch x); "a.txt': 'x\n' })
  onTestFinished(() => of.close())
  const agent = await of.add('Scout')
  if (editor !== '') await of.janus.window('settings.change', { editor })
  return { ...of.repository, of, agent, janus: of.janus }
}

test('a path opens in the user’s editor at its line, each word by itself', async () => {
  const { of, agent, janus, folder } = await open('code -g {file}:{line}')
  await janus.window('files.open', { agent, path: 'src/fares.js', line: 6 })
  const odd = '-g $(touch x); "a.txt'
  await janus.window('files.open', { agent, path: join(folder, odd) })
  expect(of.started).toEqual([
    ['code', '-g', `${join(folder, 'src/fares.js')}:6`],
    ['code', '-g', `${join(folder, odd)}:1`],
  ])
  await janus.window('settings.change', { editor: 'kate' })
  await janus.window('files.open', { agent, path: 'src/fares.js', line: 2 })
  expect(of.started.at(-1)).toEqual(['kate', join(folder, 'src/fares.js')])
})

test('a file elsewhere is asked about first, by whatever link it is named', async () => {
  const { of, agent, janus, folder, home } = await open('code {file}')
  fs.writeFileSync(join(home, 'mine.txt'), '')
  fs.symlinkSync(join(home, 'mine.txt'), join(folder, 'link.txt'))
  for (const path of [join(home, 'mine.txt'), 'link.txt', '../home/mine.txt'])
    expect(await janus.window('files.open', { agent, path })).toEqual({
      state: 'asks',
      path: join(home, 'mine.txt'),
    })
  expect(of.started).toEqual([])
  await janus.window('files.open', { agent, path: 'link.txt', sure: true })
  expect(of.started).toEqual([['code', join(home, 'mine.txt')]])
})

test('without an editor, or a file, it is said what to do', async () => {
  const { agent, janus } = await open('')
  await expect(janus.window('files.open', { agent, path: 'src/fares.js' })).rejects.toThrow(
    'Choose yours in the settings',
  )
  await janus.window('settings.change', { editor: 'code {file}' })
  await expect(janus.window('files.open', { agent, path: 'gone.js' })).rejects.toThrow('There is no file')
  await expect(janus.window('files.open', { agent, path: 'src' })).rejects.toThrow(
    'no file that an editor opens',
  )
})

test('only the window opens files and chooses the editor, and no shell is in it', async () => {
  const { agent, janus } = await open('code {file}')
  const api = { kind: 'api' } as const
  await expect(janus.as(api, 'settings.change', { editor: 'touch x' })).rejects.toThrow('Only the window')
  await expect(janus.as(api, 'files.open', { agent, path: 'src/fares.js' })).rejects.toThrow('Only the user')
  await expect(janus.as({ kind: 'agent', id: agent }, 'files.open', { agent, path: 'a' })).rejects.toThrow(
    'Only the user',
  )
  await expect(janus.window('settings.change', { editor: 'code {file}; rm x' })).rejects.toThrow(
    'This line is not run in a shell',
  )
  expect(editorWords('"/opt/my editor/code" "--at={file}:{line}"')[0]).toBe('/opt/my editor/code')
})

test('no shell reads the name of a file, however the editor is written', async () => {
  const { of, agent, janus, folder } = await open('sh -c \'ed "$1"\' sh {file}')
  const odd = '-g $(touch x); "a.txt'
  await janus.window('files.open', { agent, path: join(folder, odd) })
  expect(of.started).toEqual([['sh', '-c', 'ed "$1"', 'sh', join(folder, odd)]])
  const refused = [
    'sh -c "ed {file}"',
    'bash -lc {file}',
    '/usr/bin/env zsh -c "ed \'{file}\'"',
    'gnome-terminal -- bash -c "vim +{line} {file}"',
    'fish --command="ed {file}"',
    'xterm -e "vim {file}"',
    'emacsclient --eval \'(find-file "{file}")\'',
    'cmd /c notepad {file}',
    'C:\\Windows\\System32\\cmd.exe /c notepad',
    'powershell -Command notepad {file}',
    'ssh host vim {file}',
  ]
  for (const editor of refused)
    await expect(janus.window('settings.change', { editor }), editor).rejects.toThrow(
      /would run what the name in \{file\} says/,
    )
  for (const editor of [
    'code -g {file}:{line}',
    'xterm -e vim {file}',
    'env -u X sh -c \'ed "$0"\' {file}',
    '"/opt/my bash/ed" {file}',
  ])
    await janus.window('settings.change', { editor })
  await expect(janus.window('settings.change', { terminal: 'xterm -e "cd {folder}"' })).rejects.toThrow(
    'Your terminal: A shell would run what the name in {folder} says.',
  )
  await janus.window('settings.change', { terminal: 'cmd.exe /d /c start' })
})

async function agentIn(folder = 'work; $(touch x) "a') {
  const of = new ChangingJanus({ [join(folder, 'a.txt')]: 'x\n' })
  onTestFinished(() => of.close())
  const cwd = join(of.repository.folder, folder)
  return { of, janus: of.janus, cwd, agent: await of.add('Scout', cwd) }
}

test('a terminal opens in the agent’s folder: the user’s own, else the first that there is', async () => {
  const { of, janus, cwd, agent } = await agentIn()
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

test('a program that signs in by a command is given a terminal that runs it', async () => {
  const { of, janus } = await agentIn()
  await expect(janus.window('app.signIn', { kind: 'opencode' })).rejects.toThrow(
    'Sign in with this command: opencode auth login',
  )
  of.terminals = [{ name: 'xterm', command: 'xterm' }]
  await janus.window('app.signIn', { kind: 'opencode' })
  expect(of.started[0]?.slice(-3, -1)).toEqual(['auth', 'login'])
})

test('only the window opens one and chooses it, no shell reads the line, and a folder that is gone is said', async () => {
  const { janus, cwd, agent } = await agentIn()
  const api = { kind: 'api' } as const
  await expect(janus.as(api, 'settings.change', { terminal: 'touch x' })).rejects.toThrow('Only the window')
  await expect(janus.as(api, 'terminals.open', { agent })).rejects.toThrow('Only the user')
  await expect(janus.as({ kind: 'agent', id: agent }, 'terminals.open', { agent })).rejects.toThrow(
    'Only the user',
  )
  await expect(janus.window('settings.change', { terminal: 'xterm; rm x' })).rejects.toThrow(
    'This line is not run in a shell',
  )
  await janus.window('settings.change', { terminal: 'xterm' })
  fs.rmSync(cwd, { recursive: true })
  await expect(janus.window('terminals.open', { agent })).rejects.toThrow(`The folder ${cwd} is gone.`)
})
