import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from './run-command.mjs'
import { Stop } from './stop.mjs'

/** Installs exactly the packages of the lockfile, unless node_modules already matches it. */
export const installPackages = async (root) => {
  const stamp = path.join(root, 'node_modules', '.playhead-install')
  const wanted = fingerprint(root)
  if (readText(stamp) === wanted) return
  if (isInstalled(root)) {
    writeFileSync(stamp, wanted)
    return
  }
  console.log('Installing packages …')
  rmSync(stamp, { force: true })
  const { code } = await runNpm(root, [
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code !== 0)
    throw new Stop(
      'Installing the packages failed: see the lines above, then run the command again.',
    )
  writeFileSync(stamp, wanted)
}

function runNpm(root, args) {
  const npm = process.env.npm_execpath
  return npm
    ? runCommand(process.execPath, [npm, ...args], { cwd: root })
    : runCommand('npm', args, { cwd: root })
}

function fingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of manifests(root))
    hash.update(file).update(readText(path.join(root, file)) ?? '')
  return hash.digest('hex')
}

function manifests(root) {
  const rooms = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}/package.json`),
  )
  return ['package.json', 'package-lock.json', 'features/package.json', ...rooms]
}

/** npm writes node_modules/.package-lock.json last, so it describes a finished install. */
function isInstalled(root) {
  const installed = readPackages(path.join(root, 'node_modules', '.package-lock.json'))
  const locked = readPackages(path.join(root, 'package-lock.json'))
  if (!installed || !locked) return false
  return Object.entries(locked).every(([location, entry]) => {
    if (!location.includes('node_modules/')) return true
    const found = installed[location]
    // A package of this tree that came since the last install has no link yet.
    return found
      ? found.version === entry.version
      : Boolean(entry.optional) && !isForThisMachine(entry)
  })
}

function isForThisMachine(entry) {
  const fits = (list, value) => !list || list.includes(value)
  return (
    Boolean(entry.os ?? entry.cpu) &&
    fits(entry.os, process.platform) &&
    fits(entry.cpu, process.arch) &&
    (process.platform !== 'linux' || fits(entry.libc, linuxLibrary()))
  )
}

let library

/** Which C library this Linux has: native packages are built for one of the two. */
export const linuxLibrary = () => {
  process.report.excludeNetwork = true
  library ??= process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return library
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
