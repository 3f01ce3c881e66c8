import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from './run-command.mjs'

/** The full path of an executable: the one that a variable names, else the one in PATH. */
export const findExecutable = (name, named) => {
  const candidates = named
    ? [named]
    : (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
  return candidates.find(isExecutable)
}

export const findChromium = () => {
  // The headless shell is the cheaper one; what a variable names comes before both.
  return ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
    .map((name) => findExecutable(name, process.env.CHROMIUM_PATH))
    .find(Boolean)
}

export const findPostgres = () => {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  return versions.map((version) => `/usr/lib/postgresql/${version}/bin/postgres`).find(isExecutable)
}

const isDebian = () => existsSync('/etc/debian_version') && Boolean(findExecutable('apt-get'))

export const canInstallSystemPackages = () => isDebian() && process.getuid?.() === 0

/** The command that installs a package on this system, to show to the user. */
export const installCommand = (name) => {
  if (process.platform === 'darwin') return `brew install ${name}`
  return isDebian() ? `sudo apt-get install ${name}` : `install ${name} with your package manager`
}

let isListFresh = false

/** Installs a Debian package and announces it first; false when that failed. */
export const installSystemPackage = async (name, reason) => {
  console.log(`Installing ${name} with apt-get: ${reason} …`)
  if (!isListFresh && (await aptGet('install', '-y', '--no-install-recommends', name))) return true
  if (!isListFresh && !(await aptGet('update'))) return false
  isListFresh = true
  return aptGet('install', '-y', '--no-install-recommends', name)
}

async function aptGet(...args) {
  const limits = ['-o', 'Acquire::http::Timeout=30', '-o', 'Acquire::Retries=1', '-q']
  const { code } = await runCommand('apt-get', [...limits, ...args], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return code === 0
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
