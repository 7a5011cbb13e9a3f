import { once } from 'node:events'
import { parseArgs } from 'node:util'
import express from 'express'
import { pageHeaders } from '../main/apps/web/page-headers.ts'
import { buildGallery } from './gallery-build.mjs'
import { takePictures } from './gallery-pictures.mjs'

const { values, positionals } = parseArgs({
  options: {
    build: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    port: { type: 'string', default: '0' },
    theme: { type: 'string' },
    size: { type: 'string' },
  },
  allowPositionals: true,
})
const folder = await buildGallery()
if (!values.build) await show()

async function show() {
  const server = await serveGallery(folder, Number(values.port))
  if (values.serve) {
    console.log(`gallery: ${server.url}`)
    return
  }
  const { theme, size, list } = values
  const code = await takePictures(server.url, { names: positionals, theme, size, list })
  server.close()
  process.exitCode = code
}

/**
 * Serves a built gallery on loopback with the web app's headers.
 * @param {string} folder
 * @param {number} port 0 takes any free one
 * @returns {Promise<{url: string, close: () => void}>}
 */
async function serveGallery(folder, port) {
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
