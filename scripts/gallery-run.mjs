import { parseArgs } from 'node:util'
import { buildGallery } from './gallery-build.mjs'
import { takePictures } from './gallery-pictures.mjs'
import { serveGallery } from './gallery-server.mjs'

const { values, positionals } = parseArgs({
  options: {
    serve: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    port: { type: 'string', default: '0' },
    theme: { type: 'string' },
    size: { type: 'string' },
  },
  allowPositionals: true,
})
const server = await serveGallery(await buildGallery(), Number(values.port))
if (values.serve) console.log(`gallery: ${server.url}`)
else {
  const { theme, size, list } = values
  const code = await takePictures(server.url, { names: positionals, theme, size, list })
  server.close()
  process.exitCode = code
}
