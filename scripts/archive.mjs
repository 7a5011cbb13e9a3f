import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { sep } from 'node:path'
import { extractFile, getRawHeader, listPackage, statFile, uncache } from '@electron/asar'

/**
 * Names of the files of an archive whose content is not what its header says: what Electron would refuse on macOS and
 * Windows. On Linux it does not look (docs/electron.md), so we do.
 * @param {string} archive
 * @returns {string[]}
 */
export function changedFiles(archive) {
  uncache(archive)
  const names = listPackage(archive, { isPack: false }).map((name) => name.slice(sep.length))
  return names.filter((name) => {
    const entry = statFile(archive, name, false)
    if ('files' in entry) return false
    const content = extractFile(archive, name, false)
    return (
      !('integrity' in entry) || entry.integrity?.hash !== createHash('sha256').update(content).digest('hex')
    )
  })
}

/**
 * Changes one byte of the program that an archive begins with.
 * @param {string} archive
 * @returns {string} its name
 */
export function flipByte(archive) {
  uncache(archive)
  const { main } = JSON.parse(extractFile(archive, 'package.json').toString())
  const entry = statFile(archive, main)
  if (!('offset' in entry)) throw new Error(`${main} is no file of ${archive}.`)
  // The header has its own length before it, in eight bytes.
  const at = 8 + getRawHeader(archive).headerSize + Number(entry.offset) + Math.floor(entry.size / 2)
  const file = openSync(archive, 'r+')
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, at)
  writeSync(file, Buffer.from([Number(byte[0]) ^ 1]), 0, 1, at)
  closeSync(file)
  return main
}
