import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { sep } from 'node:path'
import { extractFile, getRawHeader, listPackage, statFile, uncache } from '@electron/asar'

/**
 * Returns the files of an asar archive whose content does not match the hash in its header. Electron checks
 * this on macOS and Windows, but not on Linux (docs/electron.md).
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
 * Changes one byte of the archive's main program.
 * @param {string} archive
 * @returns {string} the changed file
 */
export function flipByte(archive) {
  uncache(archive)
  const { main } = JSON.parse(extractFile(archive, 'package.json').toString())
  const entry = statFile(archive, main)
  if (!('offset' in entry)) throw new Error(`${main} is no file of ${archive}.`)
  // Eight bytes before the header give its length.
  const at = 8 + getRawHeader(archive).headerSize + Number(entry.offset) + Math.floor(entry.size / 2)
  const file = openSync(archive, 'r+')
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, at)
  writeSync(file, Buffer.from([Number(byte[0]) ^ 1]), 0, 1, at)
  closeSync(file)
  return main
}
