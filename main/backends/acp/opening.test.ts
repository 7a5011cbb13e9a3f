import { expect, test } from 'vitest'
import { acpToolServers, type ToolWays } from './opening.ts'

const program = { command: '/node', args: ['server.js'], env: { A: 'b' } }
const ways: ToolWays = {
  programs: { 'janus-agents': program, 'janus-history': program },
  identity: {
    file: '/state/id.json',
    tools: { urls: { 'janus-agents': 'http://x/a', 'janus-history': 'http://x/h' }, token: 'secret' },
  },
  by: 'http',
  takesHttp: true,
  takesPrograms: true,
  version: 1,
}

test('Janus’s tools are had by their address where both sides have that', () => {
  const servers = acpToolServers(ways)
  expect(servers).toEqual([
    expect.objectContaining({ type: 'http', name: 'janus-agents', url: 'http://x/a' }),
    expect.objectContaining({ headers: [{ name: 'Authorization', value: 'Bearer secret' }] }),
  ])
})

test('else they are programs, with the identity behind their arguments', () => {
  const server = {
    name: 'janus-agents',
    command: '/node',
    args: ['server.js', '/state/id.json'],
    env: [{ name: 'A', value: 'b' }],
  }
  expect(acpToolServers({ ...ways, by: 'stdio' })[0]).toEqual(server)
  expect(acpToolServers({ ...ways, takesHttp: false })[0]).toEqual(server)
  expect(acpToolServers({ ...ways, by: 'stdio', version: 2 })[0]).toEqual({ type: 'stdio', ...server })
})

test('an agent that starts none has none without an address', () => {
  expect(acpToolServers({ ...ways, takesHttp: false, takesPrograms: false })).toEqual([])
  // An agent without support for programs gets URLs, whatever is preferred.
  expect(acpToolServers({ ...ways, by: 'stdio', takesPrograms: false })[0]).toMatchObject({ type: 'http' })
})
