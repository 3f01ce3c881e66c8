import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
/** What a run keeps there at most is a quarter of it. */
const neededBytes = 8 * 1024 ** 3

/**
 * Lets a run and what it starts keep their temporary files in memory where there is room. Each test file makes a database
 * of a thousand files and removes it; ext4 then searches for file numbers that were not freed in the last seconds,
 * which took 11 % of the processor time of a run.
 */
export const keepTemporaryFilesInMemory = () => {
  if (process.env.TMPDIR || !hasRoom()) return
  const folder = mkdtempSync(path.join(memory, 'playhead-tests-'))
  // Engines that run as another user reach their folders below it.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom() {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, freemem()) > neededBytes
}
