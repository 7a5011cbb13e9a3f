import { parseArgs } from 'node:util'
import { buildGallery } from './gallery-build.mjs'
import { takePictures } from './gallery-pictures.mjs'
import { serveGallery } from './gallery-server.mjs'

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
