import type { BuildBook } from '../../ports/ports.ts'

export const memoryBuild: BuildBook = {
  facts: { commit: '0123456789ab', channel: 'stable' },
  runtime: { node: '24.21.0', electron: '45.4.1', chromium: '148.0.1', system: 'Linux 6.12 x64' },
  licences: () => Promise.resolve('Janus\n\nMIT License'),
}
