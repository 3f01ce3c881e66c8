import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '@playhead/server-kit/app.ts'
import { Vault } from '@playhead/server-kit/secrets/secrets.ts'
import { failed, ok, warning } from './finding.ts'

const groupOrOthers = 0o077
const groupOrOthersWrite = 0o022

const modeOf = async (path: string) => (await stat(path)).mode & 0o777
const octal = (mode: number) => `0${mode.toString(8)}`

export const checkDataFolder = async ({ settings: { dataFolder } }: Pick<App, 'settings'>) => {
  const mode = await modeOf(dataFolder)
  return mode & groupOrOthersWrite
    ? failed(`Other users can write to ${dataFolder} (${octal(mode)}): run chmod go-w on it.`)
    : ok(`${dataFolder} (${octal(mode)}) is writable by its owner only.`)
}

const isSecretOf = (vault: Vault, secret: Buffer) => {
  try {
    return new Vault(secret).open(vault.seal('probe')) === 'probe'
  } catch {
    return false
  }
}

export const checkKeys = async ({ settings, vault }: Pick<App, 'settings' | 'vault'>) => {
  const folder = join(settings.dataFolder, 'keys')
  const file = join(folder, 'server-secret')
  for (const path of [folder, file]) {
    const mode = await modeOf(path).catch(() => undefined)
    if (mode === undefined) return failed(`${path} is missing: restore it from a backup.`)
    if (mode & groupOrOthers)
      return failed(`Other users can open ${path} (${octal(mode)}): run chmod go-rwx on it.`)
  }
  return isSecretOf(vault, await readFile(file))
    ? ok('The server secret exists, and only its owner can read it.')
    : failed(`${file} is not the secret that this program uses: restart it, or restore the file.`)
}

const gigabytes = (bytes: number) => `${(bytes / 1_000_000_000).toFixed(1)} GB`

export const checkDiskSpace = async ({ disk, settings }: Pick<App, 'disk' | 'settings'>) => {
  const { freeBytes, totalBytes } = await disk.reading()
  const percent = Math.floor((freeBytes / totalBytes) * 100)
  const free = `${gigabytes(freeBytes)} (${percent} %) are free for ${settings.dataFolder}`
  switch (await disk.level()) {
    case 'full':
      return failed(`${free}: beacons may be refused. Free some space now.`)
    case 'scarce':
      return failed(`${free}: uploads are refused and no video is processed. Free some space now.`)
    case 'low':
      return warning(`${free}: free some space before it is full.`)
    case 'plenty':
      return ok(`${free}.`)
  }
}
