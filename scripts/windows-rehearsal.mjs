import { readFileSync, readdirSync, readlinkSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { driveC, shared, startNode } from './windows-place.mjs'

/** Milliseconds for a start, and for an answer. */
const patience = 120_000
/** Milliseconds that children of a killed Janus may live. */
const afterlife = 10_000

/**
 * Runs the demo on Windows: one agent asks another, which looks at the files and answers; then Janus is
 * killed, and no process may be left. Throws with the reason.
 */
export async function rehearseOnWindows() {
  for (const name of ['rehearsed', 'rehearsed-demo'])
    rmSync(join(driveC, name), { recursive: true, force: true })
  const flags = ['--rehearse', '--home', 'C:\\rehearsed', '--port', '0', '--no-open']
  const janus = startNode(['dist/main/web.js', ...flags])
  try {
    const [, url = ''] = await printed(janus, /^agents API: (\S+)/m)
    await ask(url)
    await killed()
  } catch (error) {
    const said = readFileSync(janus.path, 'utf8').slice(-2000)
    throw new Error(`${String(error)}\nIt had said:\n${said}`, { cause: error })
  } finally {
    janus.child.kill('SIGKILL')
    await janus.ended
    rmSync(janus.path)
  }
}

/**
 * @param {ReturnType<typeof startNode>} program
 * @param {RegExp} pattern
 * @returns {Promise<RegExpExecArray>}
 */
async function printed({ path, ended }, pattern) {
  const limit = new AbortController()
  const [late, dead] = [
    pause(patience, 'it said nothing in two minutes', limit),
    ended.then((code) => `it ended with code ${String(code)}`),
  ]
  /** @type {Promise<RegExpExecArray>} */
  const said = new Promise((resolve) => {
    const look = () => {
      const found = pattern.exec(readFileSync(path, 'utf8'))
      if (found !== null) resolve(found)
    }
    watch(path, limit, look)
    look()
  })
  const first = await Promise.race([said, late, dead])
  late.catch(() => {})
  limit.abort()
  if (typeof first === 'string') throw new Error(`Janus did not start: ${first}.`)
  return first
}

/** @param {string} url */
async function ask(url) {
  const { token } = JSON.parse(readFileSync(join(driveC, 'rehearsed', 'api.json'), 'utf8'))
  /** @type {(path: string, body?: object) => Promise<any>} */
  const request = async (path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(
      `${url}${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    )
    const answer = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  /** @type {(agent: string, message: string) => Promise<string>} */
  const hear = async (agent, message) => {
    const { ticketId } = await request(`/agents/${agent}/message`, { message, expectReply: true })
    const began = Date.now()
    let answer
    // No request waits longer than a minute.
    do answer = await request(`/replies/${ticketId}?waitMs=50000`)
    while (answer.reply === null && Date.now() - began < patience)
    return String(answer.reply?.text)
  }
  for (const name of ['Scout', 'Builder']) {
    await request('/agents', { name })
    await hear(name, 'say: I am here.')
  }
  const question = {
    target: 'Scout',
    message: 'Which parts of this project have no tests?',
    await_seconds: 50,
  }
  const answer = await hear('Builder', `call: send_to_agent ${JSON.stringify(question)}`)
  if (!answer.includes('1 has no test: src/fares.js'))
    throw new Error(`Builder heard something else: ${answer}`)
}

/** Kills Janus as a crash would, and waits until its children are gone. */
async function killed() {
  const janus = processes().find(({ command }) => command.includes('web.js'))
  if (janus === undefined) throw new Error('Janus is not among the processes.')
  process.kill(janus.pid, 'SIGKILL')
  const began = Date.now()
  for (let left = processes(); left.length > 0; left = processes()) {
    if (Date.now() - began > afterlife) throw new Error(`Left behind: ${JSON.stringify(left)}`)
    await pause(250)
  }
}

function processes() {
  const place = join(shared, '..')
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || readlinkSync(`/proc/${name}/root`) !== place) return []
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return /(?:node|claude)\.exe/.test(command)
        ? [{ pid: Number(name), command: command.slice(0, 200) }]
        : []
    } catch {
      return []
    }
  })
}
