/** The baseline of P4: an express app that does one bare commit per message, then answers. */
import express from 'express'
import type { AddressInfo } from 'node:net'
import { BareCommit } from './bare-commit.ts'

const bare = new BareCommit(process.argv[2] ?? '.')
const app = express()
app.post('/api/agents/:name/message', express.json(), (_req, res) => {
  bare.measure()
  res.json({ delivered: true, state: 'queued' })
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`express: http://127.0.0.1:${String((server.address() as AddressInfo).port)}`)
})
