import { once } from 'node:events'
import express from 'express'
import { pageHeaders } from '../main/shell/web/page-headers.ts'

/**
 * Serves a built gallery on loopback, with the headers of the web shell.
 * @param {string} folder
 * @param {number} port 0 takes any free one
 * @returns {Promise<{url: string, close: () => void}>}
 */
export async function serveGallery(folder, port) {
  const app = express()
  app.disable('x-powered-by')
  app.use((_req, res, next) => {
    res.set(pageHeaders)
    next()
  })
  app.use(express.static(folder, { redirect: false, etag: false }))
  const server = app.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The gallery has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
