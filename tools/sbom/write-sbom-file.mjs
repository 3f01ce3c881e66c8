import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readLock } from '../locks/read-lock.mjs'
import { Stop } from '../setup/stop.mjs'
import { describeProduct } from './describe-product.mjs'

/** Writes the software bill of materials next to the build; resolves to a message about it. */
export const writeSbom = (root, at) => {
  const time = at ? new Date(at) : newestCommit(root)
  if (Number.isNaN(time.getTime())) throw new Stop(`--at wants a time in ISO 8601; it is ${at}`)
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const sbom = describeProduct(root, manifest, readLock(root), time)
  const file = path.join(root, 'build/sbom.cdx.json')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
  return `build/sbom.cdx.json names ${sbom.components.length} components.`
}

/** The time of the newest commit, so that the same commit gives the same file. */
function newestCommit(root) {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%cI'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0)
    throw new Stop('Here is no git commit to take the time from: give one with --at=TIME.')
  return new Date(stdout.trim())
}
